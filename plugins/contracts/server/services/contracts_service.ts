import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict } from '#core/contract/errors'
import { currentCompanyId } from '#core/kit/scope'
import type { ContractForecast, ContractsService, ContractTerms, ContractUse } from '../../contract/index.js'
import { extraFor } from './limits.js'
import { type ContractRow, contracts, extraOf, limitOf, STATUS } from './store.js'

/** The contract that gives a course today: of several the one that ends first. */
export async function contractFor(courseId: number, client: Pick<TransactionClientContract, 'from'>): Promise<ContractRow | null> {
  return contracts(client)
    .whereRaw(`(${STATUS}) = 'active'`)
    .whereRaw(`(k.courses = '[]' or k.courses @> ?::jsonb)`, [JSON.stringify([courseId])])
    .orderBy('k.ends_on')
    .orderBy('k.id')
    .first()
}

/** The same with its row locked: its use, and whether it gives the course at all, may have changed while waiting for the lock. */
async function holdContract(courseId: number, trx: TransactionClientContract): Promise<ContractRow | null> {
  let held: number | null = null
  for (;;) {
    const row = await contractFor(courseId, trx)
    if (!row || row.id === held) return row
    await trx.from('contracts_contracts').where('id', row.id).forUpdate().select('id').first()
    held = row.id
  }
}

/** The participants that these people on this course add to a contract: a person who is counted already adds none. */
async function addsOf(
  row: ContractRow,
  { courseId, membershipIds }: ContractUse,
  isNew: number,
  client: Pick<TransactionClientContract, 'from'>,
) {
  const known: { membership_id: number; course_id: number }[] = await client
    .from('contracts_uses')
    .where('contract_id', row.id)
    .whereNull('given_back_at')
    .whereRaw('membership_id = any(?::bigint[])', [[...membershipIds]] as never)
    .select('membership_id', 'course_id')
  const isIn = (id: number) => known.some((use) => use.membership_id === id && (row.type === 'participants' || use.course_id === courseId))
  return isNew + membershipIds.filter((id) => !isIn(id)).length
}

async function termsOf(row: ContractRow, use: ContractUse, isNew: number, client: Pick<TransactionClientContract, 'from'>) {
  // A person who only counts once they start takes no place yet.
  const adds = row.only_started ? 0 : await addsOf(row, use, isNew, client)
  const extraCents = extraFor({ type: row.type, limit: limitOf(row), extraCents: extraOf(row), used: row.used, adds })
  // Specification, section 8: contract limit reached.
  if (extraCents === null || isFull(row, row.used)) throw conflict('contract_limit_reached', { contract: row.name })
  return { contractId: row.id, name: row.name, extraCents } satisfies ContractTerms
}

/** A contract and who counts in it, while uses are forecast. */
interface Count {
  row: ContractRow
  used: number
  known: Set<string>
}

const keyIn = ({ type }: ContractRow, member: number, course: number) => (type === 'participants' ? String(member) : `${member} ${course}`)

async function countOf(row: ContractRow, uses: readonly Pick<ContractUse, 'membershipIds'>[]): Promise<Count> {
  const known: { membership_id: number; course_id: number }[] = await db
    .from('contracts_uses')
    .where('contract_id', row.id)
    .whereNull('given_back_at')
    .whereRaw('membership_id = any(?::bigint[])', [[...new Set(uses.flatMap(({ membershipIds }) => membershipIds))]] as never)
    .select('membership_id', 'course_id')
  return { row, used: row.used, known: new Set(known.map((use) => keyIn(row, use.membership_id, use.course_id))) }
}

function forecastOf(count: Count, courseId: number, membershipIds: readonly number[]): ContractForecast {
  const { row, known } = count
  const [limit, extra] = [limitOf(row), extraOf(row)]
  const forecast: ContractForecast = { contract: row.name, extraCents: 0, refused: [] }
  for (const member of membershipIds) {
    const key = keyIn(row, member, courseId)
    const adds = row.only_started || known.has(key) ? 0 : 1
    const cents = extraFor({ type: row.type, limit, extraCents: extra, used: count.used, adds })
    if (cents === null || isFull(row, count.used)) {
      forecast.refused.push(member)
      continue
    }
    forecast.extraCents += cents
    count.used += adds
    known.add(key)
  }
  return forecast
}

/** A contract that only counts people who started is full when as many have started. */
function isFull(row: ContractRow, used: number): boolean {
  const limit = limitOf(row)
  return row.only_started && limit !== null && used >= limit && extraOf(row) === null
}

/** The service for other plugins, through the token of the contract. */
export const service: ContractsService = {
  async preview({ people, ...use }) {
    const row = await contractFor(use.courseId, db)
    return row && termsOf(row, use, people, db)
  },
  async forecast(uses) {
    const counts = new Map<number, Count>()
    const forecasts: ContractForecast[] = []
    for (const { courseId, membershipIds } of uses) {
      const row = await contractFor(courseId, db)
      const count = row && (counts.get(row.id) ?? (await countOf(row, uses)))
      if (count) counts.set(row.id, count)
      forecasts.push(count ? forecastOf(count, courseId, membershipIds) : { contract: null, extraCents: 0, refused: [] })
    }
    return forecasts
  },
  async consume(trx, use) {
    const row = await holdContract(use.courseId, trx)
    if (!row) return null
    const terms = await termsOf(row, use, 0, trx)
    // Each person's share; together exactly the agreed price: the first ones carry the remainder.
    await trx.rawQuery(
      `insert into contracts_uses (company_id, contract_id, subject, course_id, membership_id, extra_cents, extra_at, bill)
         select :company, :contract, :subject, :course, m, :extra::int / :people::int + (n <= :extra::int % :people::int)::int,
                case when :extra::int > 0 then clock_timestamp() end, :bill from unnest(:members::bigint[]) with ordinality as t(m, n)
       on conflict (company_id, subject, membership_id) do nothing`,
      {
        company: currentCompanyId(),
        contract: row.id,
        subject: use.subject,
        course: use.courseId,
        extra: terms.extraCents,
        people: use.membershipIds.length,
        bill: use.billsItself ? use.subject : null,
        members: [...use.membershipIds],
      } as never,
    )
    return terms
  },
  async release(trx, subject, but = []) {
    await trx
      .from('contracts_uses')
      .where('subject', subject)
      .whereNull('given_back_at')
      .whereRaw('not coalesce(membership_id = any(?::bigint[]), false)', [[...but]] as never)
      .update({ given_back_at: trx.raw('clock_timestamp()') })
  },
  async transfer(trx, subject, to, membershipIds) {
    await trx
      .from('contracts_uses')
      .where('subject', subject)
      .whereIn('membership_id', [...membershipIds])
      .update({ subject: to })
  },
  async acceptsOrderNumber(orderNumber) {
    if (!orderNumber) return true
    const orders: { matches: boolean }[] = await db
      .from('contracts_orders')
      .select(
        db.raw(`lower(number) = lower(?) and (ends_on is null or ends_on >= (now() at time zone 'Europe/Amsterdam')::date) as matches`, [
          orderNumber,
        ]),
      )
    // A company without purchase orders here accepts any number.
    return orders.length === 0 || orders.some(({ matches }) => matches)
  },
}
