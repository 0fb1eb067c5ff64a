import type { Language } from '#core/contract/languages'
import { today } from '#core/kit/days'
import { takenEmails } from '#core/kit/people'
import { serviceOf } from '#core/kit/services'
import { groupsService } from '#plugins/groups/contract/index'
import { firstSpellings, type GoodLine, type ImportColumns, type ImportField, readPerson } from './import_check.js'
import { courseNames } from './import_courses.js'
import { membersCalled } from './work.js'

/** The field of each reason that depends on the whole file. */
export const FIELD_OF: ReadonlyMap<string, ImportField> = new Map([
  ['email_in_use', 'email'],
  ['doubled', 'email'],
  ['number_in_use', 'personnel_number'],
  ['number_doubled', 'personnel_number'],
  ['unknown_group', 'groups'],
  ['unknown_manager', 'manager'],
  ['own_manager', 'manager'],
])

/** The groups among these that the company does not have, in their first spelling. */
export async function freshGroups(names: readonly string[]): Promise<string[]> {
  const known = (await (await serviceOf(groupsService))?.named(names)) ?? new Map<string, number>()
  return firstSpellings(names.filter((name) => !known.has(name.toLowerCase())))
}

/**
 * Why each line is refused, as the stored comma-separated reasons (`bad_email,bad_birthdate`); null for a good line.
 * @param makes missing groups are created
 */
export async function problemsOf(
  rows: readonly { cells: string[] }[],
  { columns, language, makes }: { columns: ImportColumns; language: Language; makes: boolean },
): Promise<(string | null)[]> {
  const courses = await courseNames(columns)
  const read = rows.map(({ cells }) => readPerson(cells, columns, { today: today(), language, courses }))
  const emails = read.flatMap((one) => ('person' in one ? one.person.email : one.email) ?? [])
  const taken = await takenEmails([...new Set(emails)])
  const good = read.filter((one): one is GoodLine => 'person' in one)
  const fresh = new Set(makes ? [] : (await freshGroups(good.flatMap(({ groups }) => groups))).map((name) => name.toLowerCase()))
  const numberOf = ({ work }: GoodLine) => work.personnel_number?.toLowerCase() ?? null
  const there = await membersCalled(good.flatMap((one) => [one.manager ?? [], numberOf(one) ?? []].flat()))
  const seen = { emails: new Set<string>(), numbers: new Set<string>() }
  const first = read.map((one) => {
    if ('problems' in one) return [...one.problems, ...(one.email && taken.has(one.email) ? ['email_in_use'] : [])]
    const { email } = one.person
    const number = numberOf(one)
    const problems = [
      // Of two duplicates, the first is taken.
      ...(email === null ? [] : taken.has(email) ? ['email_in_use'] : seen.emails.has(email) ? ['doubled'] : []),
      ...(number === null ? [] : there.numbers.has(number) ? ['number_in_use'] : seen.numbers.has(number) ? ['number_doubled'] : []),
      ...(one.groups.some((name) => fresh.has(name.toLowerCase())) ? ['unknown_group'] : []),
    ]
    if (!problems.length) {
      if (email !== null) seen.emails.add(email)
      if (number !== null) seen.numbers.add(number)
    }
    return problems
  })
  // A manager may be a person of the file, on any line.
  const isKnown = (key: string) => there.emails.has(key) || there.numbers.has(key) || seen.emails.has(key) || seen.numbers.has(key)
  return read.map((one, at) => {
    const problems = first[at]!
    if (!('problems' in one) && one.manager !== null) {
      if (one.manager === one.person.email || one.manager === numberOf(one)) problems.push('own_manager')
      else if (!isKnown(one.manager)) problems.push('unknown_manager')
    }
    return problems.length ? problems.join(',') : null
  })
}
