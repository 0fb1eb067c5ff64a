import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError, invalid } from '#core/contract/errors'
import { currentCompanyId, inChosenCompany, type Session } from '#core/kit/scope'
import { matchColumns, readSpreadsheet } from '#core/kit/spreadsheets'
import type { GroupKind } from '../../contract/index.js'
import { settleSoon } from './group_service.js'
import { judgeRows, type JudgedRows, nameKey } from './import_rows.js'

/** A longer file is not a list of a company's people. */
const MOST_ROWS = 50_000
/** How many invalid rows are shown individually. */
const MOST_SHOWN = 200
/** No company has more groups at once: it is the wrong column. */
const MOST_FRESH = 500
/** How many of their names are listed. */
const MOST_NAMED = 12

/** The position of each column in the file. */
export interface ImportColumns {
  email: number
  group: number
}

export interface ImportReport {
  /** The headings of the file, and how they were assigned. */
  head: string[]
  columns: ImportColumns
  rows: number
  /** Rows that add somebody to a group. */
  good: number
  /** Valid rows of people who are members already. */
  known: number
  bad: number
  problems: JudgedRows['bad']
  /** Groups in the file that do not exist yet; some of their names, and whether there are too many to create. */
  fresh: { count: number; names: string[]; too_many: boolean }
  /** How many of them were created. */
  made: number
  applied: boolean
}

const EMAIL = ['email', 'emailadres', 'emailaddress', 'mail']
const GROUP = ['groep', 'group', 'groepsnaam', 'groupname']
/**
 * The columns of the e-mail address and the group: selected by the person, else by their headings. Pure.
 * @throws AppError 422 on `file`: no_columns, with the headings to select from
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

interface ImportOrder {
  company?: number
  apply?: boolean
  /** Missing groups are created with this kind. */
  create?: GroupKind
  email?: number
  group?: number
}

/**
 * Adds people to groups from a CSV or XLSX file with a column of e-mail addresses and one of groups. Without `apply` it only reports the
 * result; with it the valid rows are applied and the requested groups created. Idempotent.
 * @param order also the columns, when the headings do not identify them
 * @throws AppError 422 on `file` (readSpreadsheet, columnsOf), `company` (required, for an admin) or `create` (too_many_groups)
 */
export function importMembers(
  session: Session,
  { company, apply = false, create, ...columns }: ImportOrder,
  read: () => Promise<Uint8Array>,
): Promise<ImportReport> {
  if (session.isAdmin && !company) throw invalid('company', 'required')
  return inChosenCompany(session, { company: company ?? 0, reason: 'groups.import' }, async () => {
    const { head, rows: lines } = await readSpreadsheet(await read(), { maxRows: MOST_ROWS, names: { email: EMAIL, group: GROUP } })
    const at = columnsOf(head, columns)
    const rows = lines.map(({ line, cells }) => ({ line, email: cells[at.email] ?? '', group: cells[at.group] ?? '' }))
    return db.transaction(async (trx) => {
      const groups = await groupsByName(trx)
      const people = await peopleByEmail(trx, [...new Set(rows.map(({ email }) => email.toLowerCase()))])
      const { good, bad, fresh } = judgeRows(rows, {
        personOf: (email) => people.get(email),
        isGroup: (key) => groups.has(key),
        makes: create !== undefined,
      })
      const tooMany = fresh.size > MOST_FRESH
      if (create && tooMany)
        throw new AppError(422, 'validation_failed', { errors: [{ field: 'create', rule: 'too_many_groups', meta: { max: MOST_FRESH } }] })
      const made = apply && create ? await makeGroups(trx, create, fresh, groups) : 0
      const there = joinsOf(good, groups)
      const known = await countMembers(trx, there)
      if (apply && there.length) await join(trx, session, there)
      return {
        ...{ head, columns: at, rows: rows.length, good: good.length, known, bad: bad.length },
        problems: bad.slice(0, MOST_SHOWN),
        fresh: { count: fresh.size, names: [...fresh.values()].slice(0, MOST_NAMED), too_many: tooMany },
        made,
        applied: apply,
      }
    })
  })
}

/** The groups of the company, locked until the end. */
async function groupsByName(trx: TransactionClientContract): Promise<Map<string, number>> {
  const groups: { id: number; name: string }[] = await trx.from('groups_groups').forShare().select('id', 'name')
  return new Map(groups.map(({ id, name }) => [nameKey(name), id]))
}

async function peopleByEmail(trx: TransactionClientContract, emails: string[]): Promise<Map<string, number>> {
  const people: { id: number; email: string }[] = await trx
    .from('kit_members')
    .whereRaw('lower(email) = any(?)', [emails as never])
    .select('id', 'email')
  // No row can be written for a person who is being erased concurrently.
  const { rows: held } = await trx.rawQuery<{ rows: { id: number }[] }>('select kit_held_members(?) as id', [people.map(({ id }) => id)])
  const there = new Set(held.map(({ id }) => id))
  return new Map(people.filter(({ id }) => there.has(id)).map(({ id, email }) => [email.toLowerCase(), id]))
}

/** Creates those that still do not exist, and adds all of them to `groups`. @returns how many were created */
async function makeGroups(
  trx: TransactionClientContract,
  kind: GroupKind,
  fresh: ReadonlyMap<string, string>,
  groups: Map<string, number>,
): Promise<number> {
  const names = [...fresh.values()]
  const { rows: made } = await trx.rawQuery<{ rows: unknown[] }>(
    `insert into groups_groups (company_id, kind, name) select ?, ?, n from unnest(?::text[]) as n
       on conflict (company_id, lower(name)) do nothing returning id`,
    [currentCompanyId(), kind, names] as never[],
  )
  // A colleague may have created one concurrently: that one is used.
  const { rows: all } = await trx.rawQuery<{ rows: { asked: string; id: number }[] }>(
    `select n as asked, g.id from unnest(?::text[]) as n join groups_groups g on lower(g.name) = lower(n) for share of g`,
    [names] as never[],
  )
  for (const { asked, id } of all) groups.set(nameKey(asked), id)
  return made.length
}

type Joins = readonly { group: number; person: number }[]

/** Each pair once: the database may treat two spellings as one name. A group that is yet to be created has no members. */
function joinsOf(good: JudgedRows['good'], groups: ReadonlyMap<string, number>): Joins {
  const joins = new Map<string, { group: number; person: number }>()
  for (const { group: name, person } of good) {
    const group = groups.get(name)
    if (group !== undefined) joins.set(`${group} ${person}`, { group, person })
  }
  return [...joins.values()]
}

const bound = (joins: Joins) => [joins.map(({ group }) => group), joins.map(({ person }) => person)]

async function countMembers(trx: TransactionClientContract, joins: Joins): Promise<number> {
  const { rows } = await trx.rawQuery<{ rows: { n: number }[] }>(
    `select count(*)::int as n from groups_members where (group_id, membership_id) in (select * from unnest(?::bigint[], ?::bigint[]))`,
    bound(joins) as never[],
  )
  return rows[0]!.n
}

async function join(trx: TransactionClientContract, session: Session, joins: Joins): Promise<void> {
  await trx.rawQuery(
    `with came as (
       insert into groups_members (company_id, group_id, membership_id, added)
         select ?, g, m, 'import' from unnest(?::bigint[], ?::bigint[]) as n(g, m)
         on conflict (company_id, group_id, membership_id) do update set added = coalesce(groups_members.added, 'import'), put_in_at = clock_timestamp()
         returning group_id, membership_id, xmax = 0 as is_new)
     insert into groups_history (company_id, membership_id, group_name, act, how, by_membership_id, by_platform)
       select g.company_id, c.membership_id, g.name, 'joined', 'import', ?::bigint, ?::boolean
         from came c join groups_groups g on g.id = c.group_id where c.is_new`,
    [currentCompanyId(), ...bound(joins), session.membershipId, session.companyId === null] as never[],
  )
  await settleSoon(trx)
}
