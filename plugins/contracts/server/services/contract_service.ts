import db from '@adonisjs/lucid/services/db'
import type { Infer } from '@vinejs/vine/types'
import { invalid } from '#core/contract/errors'
import { orUniqueError, saveFrom } from '#core/kit/database'
import { addDays, daysBetween, today } from '#core/kit/days'
import { currentCompanyId, inChosenCompany, inCompanyOfRow, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { textIn } from '#core/kit/words'
import { learningService } from '#plugins/learning/contract/index'
import type { TitleRow } from '#plugins/learning/contract/offers'
import { type ContractDetail, toDetail } from '../transformers/contract_transformer.js'
import type { contractChangeValidator, contractValidator, orderValidator } from '../validators/contracts.js'
import { runsOutIn } from './limits.js'
import { findContract, limitOf } from './store.js'

const TABLE = 'contracts_contracts'
type Fields = Omit<Infer<typeof contractValidator>, 'company'>

const valuesOf = ({ courses = [], ...rest }: Fields) => ({
  ...rest,
  order_number: rest.order_number || null,
  courses: JSON.stringify(courses),
})

const at = <T>(session: Session, id: string, what: string, fn: () => Promise<T>) =>
  inCompanyOfRow(session, { table: TABLE, id, reason: `contracts.${what}` }, fn)

/** In its company's scope: the remainder, its users, and when it runs out at the current pace. */
async function detail(id: number | string, language: string): Promise<ContractDetail> {
  const row = await findContract(id)
  const uses = await db
    .from('contracts_uses as u')
    .leftJoin('kit_members as m', 'm.id', 'u.membership_id')
    .where('u.contract_id', row.id)
    .orderBy('u.id', 'desc')
    .limit(500)
    .select(
      'u.subject',
      'u.course_id',
      'u.membership_id',
      'u.taken_at',
      'u.started_at',
      'u.given_back_at',
      'u.extra_cents',
      'u.bill_number',
      'm.firstname',
      'm.infix',
      'm.lastname',
    )
  const names = await courseTitles([...row.courses, ...uses.map(({ course_id: course }) => course)], language)
  const extra = await db
    .from('contracts_uses')
    .where('contract_id', row.id)
    .whereNull('given_back_at')
    .select(
      db.raw('coalesce(sum(extra_cents), 0)::float8 as all, coalesce(sum(extra_cents) filter (where bill is null), 0)::float8 as open'),
    )
    .firstOrFail()
  const days = daysBetween(row.starts_on, today())
  const left = runsOutIn({ limit: limitOf(row), used: row.used, days })
  const out = left === null ? null : addDays(today(), left)
  return toDetail(row, { uses, names, extra, runsOutOn: out && out <= row.ends_on ? out : null })
}

/** @throws AppError 404 */
export const showContract = (session: Session, id: string) => at(session, id, 'show', () => detail(id, session.row.language))

/** @throws AppError 404, 422 */
export function createContract(session: Session, { company, ...fields }: Infer<typeof contractValidator>): Promise<ContractDetail> {
  assertDays(fields)
  return inChosenCompany(session, { company, reason: 'contracts.create' }, async () => {
    const [row] = await db
      .table(TABLE)
      .insert({ company_id: currentCompanyId(), ...valuesOf(fields) })
      .returning('id')
    return detail(Number(row.id ?? row), session.row.language)
  })
}

/** @throws AppError 404; 409 changed_meanwhile; 422 */
export function updateContract(
  session: Session,
  id: string,
  { updated_at: version, ...fields }: Infer<typeof contractChangeValidator>,
): Promise<ContractDetail> {
  assertDays(fields)
  return at(session, id, 'update', async () => {
    const current = async () => {
      const row = await findContract(id)
      return { ...row, updated_at: row.version }
    }
    await saveFrom({ table: TABLE, id: Number(id), version, sent: fields, current }, (trx) =>
      // A changed limit or end is warned of again.
      trx
        .from(TABLE)
        .where('id', id)
        .update({ ...valuesOf(fields), warned_of_use: null, warned_of_end: null }),
    )
    return detail(id, session.row.language)
  })
}

function assertDays({ starts_on: from, ends_on: to }: Pick<Fields, 'starts_on' | 'ends_on'>): void {
  if (to < from) throw invalid('ends_on', 'before_start')
}

/** The names of courses, also of those that may no longer be given. */
export async function courseTitles(ids: readonly number[], language: string): Promise<Map<number, string>> {
  const rows: Pick<TitleRow, 'course_id' | 'name'>[] = await db.from('learning_titles').whereIn('course_id', [...new Set(ids)])
  return new Map(rows.map(({ course_id: id, name }) => [id, textIn(name, language)]))
}

/** The courses that the current company may give, by name. */
export async function courseChoices(language: string): Promise<{ id: number; name: string }[]> {
  const courses = (await (await serviceOf(learningService))?.listCourses()) ?? []
  return courses.map(({ id, name }) => ({ id, name: textIn(name, language) })).sort((a, b) => a.name.localeCompare(b.name, language))
}

/** The purchase orders of one's own company. */
export const listOrders = () =>
  db.from('contracts_orders').orderBy('id', 'desc').select('id', 'number', 'text', db.raw('ends_on::text as ends_on')) as PromiseLike<
    { id: number; number: string; text: string; ends_on: string | null }[]
  >

/** @throws AppError 422 on `number` (unique) */
export async function createOrder({ number, text = '', ends_on: endsOn = null }: Infer<typeof orderValidator>): Promise<void> {
  await orUniqueError({ contracts_orders_number: 'number' }, () =>
    db.table('contracts_orders').insert({ company_id: currentCompanyId(), number, text, ends_on: endsOn }),
  )
}

export async function removeOrder(id: string): Promise<boolean> {
  return Number(await db.from('contracts_orders').where('id', id).delete()) > 0
}
