import db from '@adonisjs/lucid/services/db'
import { invalid } from '#core/contract/errors'
import { currentCompanyId, inChosenCompany, type Session } from '#core/kit/scope'
import { matchColumns, readTable } from '#core/kit/tables'
import { settleSoon } from './group_service.js'

/** More is no list of a company's people. */
const MOST_ROWS = 50_000
/** So many rows with something wrong are shown one by one. */
const MOST_SHOWN = 200

export const IMPORT_PROBLEMS = ['no_email', 'no_group', 'unknown_person', 'unknown_group', 'doubled'] as const
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number]

export interface ImportReport {
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
/** The lines of a file with an e-mail address and a group. Pure. @throws AppError 422 on `file`: no_columns */
export function linesOf({ head, rows }: Awaited<ReturnType<typeof readTable>>): { line: number; email: string; group: string }[] {
  const { email, group } = matchColumns(head, { email: EMAIL, group: GROUP })
  if (email === null || group === null) throw invalid('file', 'no_columns')
  return rows.map(({ line, cells }) => ({ line, email: cells[email] ?? '', group: cells[group] ?? '' }))
}

/**
 * Puts people into groups by a CSV or XLSX file with the columns e-mail and group. Without `apply` it only tells what would happen;
 * with it the good rows are taken. Doing it twice changes nothing.
 * @throws AppError 422 on `file` (readTable, linesOf) or `company` (required, for an admin)
 */
export function importMembers(
  session: Session,
  { company, apply = false }: { company?: number | undefined; apply?: boolean | undefined },
  read: () => Promise<Uint8Array>,
): Promise<ImportReport> {
  if (session.isAdmin && !company) throw invalid('company', 'required')
  return inChosenCompany(session, { company: company ?? 0, reason: 'groups.import' }, async () => {
    const rows = linesOf(await readTable(await read(), { maxRows: MOST_ROWS }))
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
          `insert into groups_members (company_id, group_id, membership_id, added)
             select ?, g, m, 'import' from unnest(?::bigint[], ?::bigint[]) as n(g, m)
           on conflict (company_id, group_id, membership_id) do update set added = coalesce(groups_members.added, 'import')`,
          [currentCompanyId(), ...bound] as never[],
        )
        await settleSoon(trx)
      }
      return {
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
