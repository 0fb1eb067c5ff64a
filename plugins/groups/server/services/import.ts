import db from '@adonisjs/lucid/services/db'
import { AppError, invalid } from '#core/contract/errors'
import { currentCompanyId, inChosenCompany, type Session } from '#core/kit/scope'
import { matchColumns, readTable } from '#core/kit/tables'
import { settleSoon } from './group_service.js'

/** More is no list of a company's people. */
const MOST_ROWS = 50_000
/** So many rows with something wrong are shown one by one. */
const MOST_SHOWN = 200

export const IMPORT_PROBLEMS = ['no_email', 'no_group', 'unknown_person', 'unknown_group', 'doubled'] as const
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number]

/** Which column of the file is which, by its place. */
export interface ImportColumns {
  email: number
  group: number
}

export interface ImportReport {
  /** The headings of the file, and which were taken for what. */
  head: string[]
  columns: ImportColumns
  rows: number
  /** Rows that put somebody into a group. */
  good: number
  /** Good ones of people who are in it already. */
  known: number
  bad: number
  problems: { line: number; email: string; group: string; problem: ImportProblem }[]
  applied: boolean
}

const EMAIL = ['email', 'emailadres', 'emailaddress', 'mail']
const GROUP = ['groep', 'group', 'groepsnaam', 'groupname']
/**
 * Which columns have the e-mail address and the group: those that somebody chose, else by their headings. Pure.
 * @throws AppError 422 on `file`: no_columns, with the headings to choose from
 */
export function columnsOf(head: readonly string[], chosen: { [field in keyof ImportColumns]?: number | undefined } = {}): ImportColumns {
  const found = matchColumns(head, { email: EMAIL, group: GROUP })
  const placeOf = (field: keyof ImportColumns) =>
    chosen[field] !== undefined && chosen[field] < head.length ? chosen[field] : found[field]
  const [email, group] = [placeOf('email'), placeOf('group')]
  if (email !== null && group !== null) return { email, group }
  throw new AppError(422, 'validation_failed', {
    errors: [{ field: 'file', rule: 'no_columns', meta: { head, columns: { email, group } } }],
  })
}

/**
 * Puts people into groups by a CSV or XLSX file with a column of e-mail addresses and one of groups. Without `apply` it only tells
 * what would happen; with it the good rows are taken. Doing it twice changes nothing.
 * @param columns which those are, where the headings do not say so
 * @throws AppError 422 on `file` (readTable, columnsOf) or `company` (required, for an admin)
 */
export function importMembers(
  session: Session,
  { company, apply = false, ...columns }: { company?: number; apply?: boolean; email?: number; group?: number },
  read: () => Promise<Uint8Array>,
): Promise<ImportReport> {
  if (session.isAdmin && !company) throw invalid('company', 'required')
  return inChosenCompany(session, { company: company ?? 0, reason: 'groups.import' }, async () => {
    const { head, rows: lines } = await readTable(await read(), { maxRows: MOST_ROWS })
    const at = columnsOf(head, columns)
    const rows = lines.map(({ line, cells }) => ({ line, email: cells[at.email] ?? '', group: cells[at.group] ?? '' }))
    return db.transaction(async (trx) => {
      const groups = await trx.from('groups_groups').forShare().select('id', 'name')
      const groupOf = new Map(groups.map(({ id, name }) => [String(name).toLowerCase(), id as number]))
      const emails = [...new Set(rows.map(({ email }) => email.toLowerCase()))]
      const people = await trx
        .from('kit_members')
        .whereRaw('lower(email) = any(?)', [emails as never])
        .select('id', 'email')
      // Of somebody who is being erased meanwhile no row can be written.
      const { rows: held } = await trx.rawQuery<{ rows: { id: number }[] }>('select kit_held_members(?) as id', [
        people.map(({ id }) => id),
      ])
      const there = new Set(held.map(({ id }) => id))
      const personOf = new Map(people.filter(({ id }) => there.has(id)).map(({ id, email }) => [String(email).toLowerCase(), id as number]))
      const seen = new Set<string>()
      const good: { group: number; person: number }[] = []
      const bad: ImportReport['problems'] = []
      for (const row of rows) {
        const person = personOf.get(row.email.toLowerCase())
        const group = groupOf.get(row.group.toLowerCase())
        const key = `${person} ${group}`
        const problem: ImportProblem | null = !row.email
          ? 'no_email'
          : !row.group
            ? 'no_group'
            : person === undefined
              ? 'unknown_person'
              : group === undefined
                ? 'unknown_group'
                : seen.has(key)
                  ? 'doubled'
                  : null
        if (problem) bad.push({ ...row, problem })
        else good.push({ group: group!, person: person! })
        if (!problem) seen.add(key)
      }
      const bound = [good.map(({ group }) => group), good.map(({ person }) => person)]
      const { rows: known } = await trx.rawQuery<{ rows: { n: number }[] }>(
        `select count(*)::int as n from groups_members where (group_id, membership_id) in (select * from unnest(?::bigint[], ?::bigint[]))`,
        bound as never[],
      )
      if (apply && good.length) {
        await trx.rawQuery(
          `with came as (
             insert into groups_members (company_id, group_id, membership_id, added)
               select ?, g, m, 'import' from unnest(?::bigint[], ?::bigint[]) as n(g, m)
               on conflict (company_id, group_id, membership_id) do update set added = coalesce(groups_members.added, 'import'), put_in_at = clock_timestamp()
               returning group_id, membership_id, xmax = 0 as is_new)
           insert into groups_history (company_id, membership_id, group_name, act, how, by_membership_id, by_platform)
             select g.company_id, c.membership_id, g.name, 'joined', 'import', ?::bigint, ?::boolean
               from came c join groups_groups g on g.id = c.group_id where c.is_new`,
          [currentCompanyId(), ...bound, session.membershipId, session.companyId === null] as never[],
        )
        await settleSoon(trx)
      }
      return {
        head,
        columns: at,
        rows: rows.length,
        good: good.length,
        known: known[0]!.n,
        bad: bad.length,
        problems: bad.slice(0, MOST_SHOWN),
        applied: apply,
      }
    })
  })
}
