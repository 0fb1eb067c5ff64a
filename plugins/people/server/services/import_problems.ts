import db from '@adonisjs/lucid/services/db'
import type { Language } from '#core/contract/languages'
import { today } from '#core/kit/days'
import { existingEmails } from '#core/kit/people'
import { serviceOf } from '#core/kit/services'
import { groupsService } from '#plugins/groups/contract/index'
import {
  type CourseNames,
  firstSpellings,
  type GoodLine,
  type ImportColumns,
  type ImportField,
  type ImportPurpose,
  keysOf,
  readPerson,
} from './import_check.js'
import { courseNames } from './import_courses.js'
import { membersCalled } from './work.js'

/** The field of each reason that depends on more than the line. */
export const FIELD_OF: ReadonlyMap<string, ImportField> = new Map([
  ['email_in_use', 'email'],
  ['unknown_person', 'email'],
  ['member_inactive', 'email'],
  ['doubled', 'email'],
  ['number_in_use', 'personnel_number'],
  ['number_doubled', 'personnel_number'],
  ['unknown_group', 'groups'],
  ['no_group', 'groups'],
  ['unknown_manager', 'manager'],
  ['own_manager', 'manager'],
])

/** The groups among these that the company does not have, in their first spelling. */
export async function newGroups(names: readonly string[]): Promise<string[]> {
  const known = (await (await serviceOf(groupsService))?.findByNames(names)) ?? new Map<string, number>()
  return firstSpellings(names.filter((name) => !known.has(name.toLowerCase())))
}

/** The members of the company that the lines of a file may mean. */
export type Colleagues = Awaited<ReturnType<typeof membersCalled>>

/** Finds them by address and personnel number. */
export function colleaguesOf(rows: readonly { cells: string[] }[], columns: ImportColumns): Promise<Colleagues> {
  return membersCalled(rows.flatMap(({ cells }) => Object.values(keysOf(cells, columns)).filter(Boolean)))
}

export interface LineOrder {
  columns: ImportColumns
  purpose: ImportPurpose
  language: Language
  courses: CourseNames | undefined
  colleagues: Colleagues
}

/** A line, read for the purpose of its file. */
export interface ReadLine {
  /** Null for a bad line. */
  good: GoodLine | null
  /** The member whom the line means; null for somebody new, and always in a file of new people. */
  member: number | null
  problems: string[]
  email: string | null
}

/** Reads one line: whom it means, and what the line alone shows to be wrong. */
export function readLine(
  cells: readonly string[],
  { columns, purpose: { target, group_id: group }, colleagues, ...order }: LineOrder,
): ReadLine {
  const { email, number } = keysOf(cells, columns)
  const numbered = colleagues.numbers.get(number) ?? null
  const member = target === 'people' ? null : email ? (colleagues.emails.get(email) ?? null) : numbered
  const read = readPerson(cells, columns, { today: today(), ...order, isKnown: member !== null })
  const good = 'person' in read ? read : null
  const found = 'problems' in read ? read.problems : []
  if (target === 'people')
    return { good, member, problems: found, email: good ? good.person.email : (read as { email: string | null }).email }
  // Without a name nobody new can be added: then the line should have named a colleague.
  const hasKey = !found.includes('no_email')
  const problems = found.flatMap((problem) => (problem === 'no_name' ? (hasKey ? 'unknown_person' : []) : problem))
  if (good && !good.person.email && !member && target === 'participants') problems.push('unknown_person')
  // The address is one person's, and the number another's.
  if (email && numbered !== null && numbered !== member) problems.push('number_in_use')
  if (good && target === 'members' && group === null && !good.groups.length) problems.push('no_group')
  return { good: problems.length ? null : good, member, problems, email: member === null ? email || null : null }
}

/** Members who left the company and cannot be booked. */
async function inactiveAmong(members: readonly number[]): Promise<Set<number>> {
  const rows = (await db
    .from('kit_members')
    .whereIn('id', [...members])
    .where('status', 'inactive')
    .whereNotNull('conditions_accepted_at')
    .select('id')) as { id: number }[]
  return new Set(rows.map(({ id }) => id))
}

export interface CheckedLine {
  /** The stored comma-separated reasons (`bad_email,bad_birthdate`); null for a good line. */
  problem: string | null
  /** The person exists already. */
  known: boolean
}

/**
 * Returns the reason that each line is refused.
 * @param makes missing groups are created
 */
export async function problemsOf(
  rows: readonly { cells: string[] }[],
  { columns, purpose, language, makes }: { columns: ImportColumns; purpose: ImportPurpose; language: Language; makes: boolean },
): Promise<CheckedLine[]> {
  const { target } = purpose
  const [courses, colleagues] = [await courseNames(columns), await colleaguesOf(rows, columns)]
  const read = rows.map(({ cells }) => readLine(cells, { columns, purpose, language, courses, colleagues }))
  const taken = await existingEmails([...new Set(read.flatMap(({ email }) => email ?? []))])
  const good = read.flatMap((line) => line.good ?? [])
  const fresh = new Set(makes ? [] : (await newGroups(good.flatMap(({ groups }) => groups))).map((name) => name.toLowerCase()))
  const gone = target === 'participants' ? await inactiveAmong(read.flatMap(({ member }) => member ?? [])) : new Set<number>()
  const seen = { lines: new Set<string>(), emails: new Set<string>(), numbers: new Map<string, string>() }
  const first = read.map(({ good: line, member, problems, email }) => {
    const isTaken = email !== null && taken.has(email)
    if (!line) return [...problems, ...(isTaken ? ['email_in_use'] : [])]
    const number = line.work.personnel_number?.toLowerCase() ?? null
    const who = String(member ?? line.person.email ?? number)
    // One line for each group is how files of members are written.
    const key =
      target === 'members'
        ? `${who} ${line.groups
            .map((name) => name.toLowerCase())
            .sort()
            .join(';')}`
        : who
    const isOther = number !== null && seen.numbers.has(number) && seen.numbers.get(number) !== who
    const found = [
      // Of two duplicates, the first is taken.
      ...(isTaken ? ['email_in_use'] : seen.lines.has(key) ? [line.person.email === null ? 'number_doubled' : 'doubled'] : []),
      ...(number !== null && target === 'people' && colleagues.numbers.has(number) ? ['number_in_use'] : isOther ? ['number_doubled'] : []),
      ...(line.groups.some((name) => fresh.has(name.toLowerCase())) ? ['unknown_group'] : []),
      ...(member !== null && gone.has(member) ? ['member_inactive'] : []),
    ]
    if (!found.length) {
      seen.lines.add(key)
      if (line.person.email !== null) seen.emails.add(line.person.email)
      if (number !== null) seen.numbers.set(number, who)
    }
    return found
  })
  // A manager may be a person of the file, on any line.
  const isKnown = (key: string) =>
    colleagues.emails.has(key) || colleagues.numbers.has(key) || seen.emails.has(key) || seen.numbers.has(key)
  return read.map(({ good: line, member }, at) => {
    const problems = first[at]!
    if (line && line.manager !== null) {
      if (line.manager === line.person.email || line.manager === line.work.personnel_number?.toLowerCase()) problems.push('own_manager')
      else if (!isKnown(line.manager)) problems.push('unknown_manager')
    }
    return { problem: problems.length ? problems.join(',') : null, known: member !== null }
  })
}
