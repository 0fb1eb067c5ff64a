import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { fullName } from '#core/contract/full_name'
import { invalid, notFound } from '#core/contract/errors'
import { orUniqueError, saveFrom, versionOf } from '#core/kit/database'
import { isMember, recordAudit } from '#core/kit/people'
import { type Session, currentCompanyId } from '#core/kit/scope'
import type { WorkDetails, WorkService } from '../../contract/work.js'

export type { WorkDetails }

export interface ShownWork extends WorkDetails {
  manager: { id: number; name: string; email: string | null } | null
  updated_at: string
}

/** The unique key, and the field that its violation is reported at. */
export const UNIQUE_NUMBER = { people_work_number: 'personnel_number' }

type Client = Pick<TransactionClientContract, 'from' | 'raw'>

/** The personnel data of a member of the running company; empty if nothing was recorded. */
export async function workOf(membershipId: number, client: Client = db): Promise<ShownWork> {
  const row = await client
    .from('kit_members as m')
    .leftJoin('people_work as w', (on) => on.on('w.company_id', 'm.company_id').andOn('w.membership_id', 'm.id'))
    .leftJoin('kit_members as b', (on) => on.on('b.company_id', 'w.company_id').andOn('b.id', 'w.manager_id'))
    .where('m.id', membershipId)
    .select('w.personnel_number', 'w.job_title', 'w.manager_id', 'b.firstname', 'b.infix', 'b.lastname', 'b.email')
    .select(client.raw(`${versionOf('coalesce(w.updated_at, to_timestamp(0))')} as updated_at`))
    .first()
  if (!row) throw notFound()
  const { firstname, infix, lastname, email, ...work } = row
  return { ...work, manager: work.manager_id && { id: work.manager_id, name: fullName({ firstname, infix, lastname }), email } }
}

/**
 * Saves a person's personnel data; audited.
 * @throws AppError 404; 409 changed_meanwhile; 422 on `personnel_number` (unique, number_or_email), `manager_id` (enum, own_manager)
 */
export async function saveWork(
  session: Session,
  membershipId: number,
  { updated_at: version, ...sent }: WorkDetails & { updated_at: string },
): Promise<ShownWork> {
  const person: { email: string | null; code_kind: string | null } | null = await db
    .from('kit_members')
    .where('id', membershipId)
    .select('email', 'code_kind')
    .first()
  if (!person) throw notFound()
  // The number is what they sign in with.
  if (person.email === null && person.code_kind && !sent.personnel_number) throw invalid('personnel_number', 'number_or_email')
  if (sent.manager_id === membershipId) throw invalid('manager_id', 'own_manager')
  if (sent.manager_id !== null && !(await isMember(sent.manager_id))) throw invalid('manager_id', 'enum')
  // From the first save on there is a row to lock; it is empty until then.
  await db.rawQuery(
    `insert into people_work (company_id, membership_id, updated_at) select ?, id, to_timestamp(0) from kit_held_members(?) as h(id)
       on conflict (company_id, membership_id) do nothing`,
    [currentCompanyId(), [membershipId] as never],
  )
  const row: { id: number } | null = await db.from('people_work').where('membership_id', membershipId).select('id').first()
  if (!row) throw notFound()
  const current = (trx: TransactionClientContract) => workOf(membershipId, trx)
  await orUniqueError(UNIQUE_NUMBER, () =>
    saveFrom({ table: 'people_work', id: row.id, version, sent: { ...sent }, current }, async (trx) => {
      if (sent.manager_id !== null) {
        const { rows } = await trx.rawQuery<{ rows: unknown[] }>('select kit_held_members(?)', [[sent.manager_id] as never])
        if (!rows.length) throw invalid('manager_id', 'enum')
      }
      await trx.from('people_work').where('id', row.id).update(sent)
      await recordAudit(trx, session, { action: 'member.work', reason: 'people.profile', details: { membershipId } })
    }),
  )
  return workOf(membershipId)
}

/**
 * Saves the personnel data of a line of a file, in the transaction that adds the person. @throws AppError 422 unique at `personnel_number`
 */
export async function saveImportedWork(
  trx: TransactionClientContract,
  membershipId: number,
  work: Pick<WorkDetails, 'personnel_number' | 'job_title'>,
): Promise<void> {
  if (!work.personnel_number && !work.job_title) return
  await orUniqueError(UNIQUE_NUMBER, () =>
    trx.table('people_work').insert({ company_id: currentCompanyId(), membership_id: membershipId, ...work }),
  )
}

/** The members of the company with these addresses or personnel numbers (lower case). */
export async function membersCalled(keys: readonly string[]): Promise<{ emails: Map<string, number>; numbers: Map<string, number> }> {
  const asked = [[...new Set(keys)] as never]
  const { rows: people } = await db.rawQuery<{ rows: { id: number; key: string }[] }>(
    'select id, lower(email) as key from kit_members where lower(email) = any(?)',
    asked,
  )
  const { rows: numbered } = await db.rawQuery<{ rows: { id: number; key: string }[] }>(
    'select membership_id as id, lower(personnel_number) as key from people_work where lower(personnel_number) = any(?)',
    asked,
  )
  return { emails: new Map(people.map(({ id, key }) => [key, id])), numbers: new Map(numbered.map(({ id, key }) => [key, id])) }
}

/** @see WorkService.change */
async function changeWork(
  membershipId: number,
  changes: Partial<WorkDetails>,
  within: (trx: TransactionClientContract) => Promise<void>,
): Promise<boolean> {
  const { manager_id: manager = null } = changes
  if (manager === membershipId) throw invalid('manager_id', 'own_manager')
  return orUniqueError(UNIQUE_NUMBER, () =>
    db.transaction(async (trx) => {
      const { rows: held } = await trx.rawQuery<{ rows: { id: number }[] }>('select kit_held_members(?) as id', [
        [membershipId, ...(manager === null ? [] : [manager])] as never,
      ])
      const there = new Set(held.map(({ id }) => Number(id)))
      if (!there.has(membershipId)) throw notFound()
      if (manager !== null && !there.has(manager)) throw invalid('manager_id', 'enum')
      if (changes.personnel_number === null) {
        const person = await trx.from('kit_members').where('id', membershipId).select('email', 'code_kind').firstOrFail()
        // The number is what they sign in with.
        if (person.email === null && person.code_kind) throw invalid('personnel_number', 'number_or_email')
      }
      const key = { company_id: currentCompanyId(), membership_id: membershipId }
      await trx.rawQuery(
        `insert into people_work (company_id, membership_id) values (?, ?) on conflict (company_id, membership_id) do nothing`,
        Object.values(key),
      )
      const isSame = await trx.from('people_work').where(key).where(changes).select('id').first()
      if (isSame) return false
      await trx
        .from('people_work')
        .where(key)
        .update({ ...changes, updated_at: trx.raw('clock_timestamp()') })
      await within(trx)
      return true
    }),
  )
}

/** Personnel data for other plugins, through the token of the contract. */
export const work: WorkService = {
  async of(members) {
    const rows = (await db
      .from('people_work')
      .whereIn('membership_id', [...members])
      .select('membership_id', 'personnel_number', 'job_title', 'manager_id')) as ({ membership_id: number } & WorkDetails)[]
    return new Map(rows.map(({ membership_id: id, ...details }) => [id, details]))
  },
  findByNumber: async (number) =>
    idsOf(await db.from('people_work').whereRaw('lower(personnel_number) = lower(?)', [number]).select('membership_id')),
  findByManager: async (manager) => idsOf(await db.from('people_work').where('manager_id', manager).select('membership_id')),
  change: changeWork,
}

const idsOf = (rows: { membership_id: number }[]) => rows.map(({ membership_id: id }) => Number(id))
