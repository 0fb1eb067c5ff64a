import { LANGUAGES, type Language } from '#core/contract/languages'
import type { PersonName } from '#core/contract/full_name'
import { splitName } from '#core/contract/split_name'
import { hasWords, isPlainLine } from '#core/contract/plain_line'
import { domainToASCII } from 'node:url'
import { readDay } from '#core/kit/spreadsheets'
import { supported } from '#core/kit/words'
import { type ImportTarget, TARGET_FIELDS } from '../../contract/imports.js'
import { IMPORT_FIELDS, type ImportField } from './import_headings.js'

export type { ImportField }

/** The purpose of a file. */
export interface ImportPurpose {
  target: ImportTarget
  /** The group of a file of members; null: each line names its groups. */
  group_id: number | null
}
/** Fields that were added later: an older import has no entry for them. */
type LaterField = 'infix' | 'full_name' | 'course' | 'groups' | 'personnel_number' | 'job_title' | 'manager'
export type ImportColumns = Record<Exclude<ImportField, LaterField>, number | null> & Partial<Record<LaterField, number | null>>

/**
 * The first required field without a column. An address or a personnel number is enough, and so is one name; a file that may name people
 * who exist needs none. Pure.
 */
export function missingColumn(
  { firstname, lastname, full_name: whole = null, email, groups = null, personnel_number: number = null }: ImportColumns,
  { target, group_id: group }: ImportPurpose,
): ImportField | null {
  if (target === 'people' && firstname === null && lastname === null && whole === null) return 'firstname'
  if (email === null && number === null) return 'email'
  return target === 'members' && group === null && groups === null ? 'groups' : null
}

/** The fields that a file may have. Pure. */
export const fieldsOf = ({ target, group_id: group }: ImportPurpose): ImportField[] =>
  TARGET_FIELDS[target].filter((field) => field !== 'groups' || group === null)

/** The headings of these fields, to find them in a file. Pure. */
export const headingsOf = (fields: readonly ImportField[]): Partial<Record<ImportField, readonly string[]>> =>
  Object.fromEntries(fields.map((field) => [field, IMPORT_FIELDS[field]]))

/** The columns of all fields, null for fields without a column in the file. Pure. */
export const allColumns = (columns: Partial<Record<ImportField, number | null>>): ImportColumns =>
  Object.fromEntries(Object.keys(IMPORT_FIELDS).map((field) => [field, columns[field as ImportField] ?? null])) as ImportColumns

/**
 * The columns that were found in a file, with one way of writing the name: in parts if the first and the last name were found, else as a
 * whole. Pure.
 */
export function foundColumns(found: Partial<Record<ImportField, number | null>>): ImportColumns {
  const columns = allColumns(found)
  if ((columns.full_name ?? null) === null) return columns
  if (columns.firstname !== null && columns.lastname !== null) return { ...columns, full_name: null }
  return { ...columns, firstname: null, infix: null, lastname: null }
}

/** The keys that identify the person of a line, in lower case; empty without any. Pure. */
export function keysOf(cells: readonly string[], columns: ImportColumns): { email: string; number: string; manager: string } {
  const of = (field: ImportField) => cellOf(cells, columns, field)
  const key = (text: string) => asciiDomain(text).toLowerCase()
  return { email: key(of('email')), number: of('personnel_number').toLowerCase(), manager: key(of('manager')) }
}

export interface ImportPerson {
  firstname: string
  infix: string | null
  lastname: string
  /** Null for a person with a personnel number only. */
  email: string | null
  birthdate: string | null
  language: Language
}

/** The names of courses in a file, in lower case, with the course each means; null: ambiguous. */
export type CourseNames = ReadonlyMap<string, number | null>

/** The courses that a cell names, one or several; null if one of them is unknown. Pure. */
function coursesOf(text: string, names: CourseNames): number[] | null {
  if (!text) return []
  // A course name may contain a comma.
  const whole = names.get(text.toLowerCase())
  if (whole) return [whole]
  const found = text.split(/[;,|\n]/).flatMap((part) => (part.trim() ? [names.get(part.trim().toLowerCase()) ?? null] : []))
  return found.every((id) => id !== null) ? [...new Set(found)] : null
}

/** Longest group name, personnel number or function, in characters. */
const MAX_LENGTHS = { group: 100, personnel_number: 50, job_title: 100, manager: 254 }
/** Most groups per person; more means that the wrong column was chosen. */
const MAX_GROUPS = 50

/** Removes duplicate names, ignoring case; keeps the first spelling. Pure. */
export function firstSpellings(names: readonly string[]): string[] {
  const first = new Map<string, string>()
  for (const name of names) if (!first.has(name.toLowerCase())) first.set(name.toLowerCase(), name)
  return [...first.values()]
}

/** The group names in a cell, without duplicates; null if one of them is not a valid name. Pure. */
export function groupsOf(text: string): string[] | null {
  const names = text
    .split(/[;\n]/)
    .map((name) => name.trim())
    .filter(Boolean)
  const own = firstSpellings(names)
  const canBe = own.every((name) => name.length <= MAX_LENGTHS.group && isPlainLine(name) && hasWords(name) && !FORMULA.test(name))
  return canBe && own.length <= MAX_GROUPS ? own : null
}

/** The standard pattern of section 5. */
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i
/** Text that a spreadsheet program would run as a formula if it were exported. */
const FORMULA = /^[=+@\t\r]|^-\d/
/** Values that a spreadsheet writes for a failed formula, a boolean or a number. */
const NO_NAME = /^(#(n\/a|ref!|value!|name\?|div\/0!|num!|null!|n\/b|waarde!|naam\?|verw!|deel\/0!)|true|false|waar|onwaar|[\d.,]+)$/i

/** An address with an internationalised domain, in the form that mail servers know: `jan@xn--bcher-kva.example`. */
function asciiDomain(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  if (at < 1 || /^\p{ASCII}*$/u.test(domain)) return email
  const ascii = domainToASCII(domain)
  return ascii ? `${email.slice(0, at)}@${ascii}` : email
}

// A map instead of an object, because a cell may contain the name of a property that every object has ("constructor").
const LANGUAGE_NAMES: ReadonlyMap<string, Language> = new Map([
  ['nederlands', 'nl'],
  ['dutch', 'nl'],
  ['engels', 'en'],
  ['english', 'en'],
  ['duits', 'de'],
  ['german', 'de'],
])

function languageOf(text: string, fallback: Language): Language | null {
  if (!text) return fallback
  const small = text.toLowerCase()
  const known = LANGUAGE_NAMES.get(small) ?? LANGUAGES.find((code) => code === small.slice(0, 2) && /^[a-z]{2}([-_]|$)/.test(small))
  // A person whose language has no texts yet gets English, and is not refused.
  return known ? (supported(known) as Language) : null
}

/** The data of a person in a line. */
export interface GoodLine {
  person: ImportPerson
  courses: number[]
  /** The names of groups, as spelled in the file. */
  groups: string[]
  work: { personnel_number: string | null; job_title: string | null }
  /** An address or a personnel number, in lower case. */
  manager: string | null
}

/** A refused line: every reason, the fields it is about, and its address if it has a valid one. */
export interface BadLine {
  problems: string[]
  fields: ImportField[]
  email: string | null
}

/** `Berg, van den`: how lists that are sorted by the last name write the infix. */
const INFIX_BEHIND =
  /^(.{1,100}?),\s*((?:van|von|de|der|den|het|'t|’t|’s|'s|ten|ter|te|in|op|la|le|du|d'|el)(?:\s+(?:de|der|den|het|'t|’t|la|le))?)$/i

/** The text of a field in a line; empty without a column. Pure. */
function cellOf(cells: readonly string[], columns: ImportColumns, field: ImportField): string {
  const place = columns[field] ?? null
  return place === null ? '' : (cells[place] ?? '').trim()
}

/** The name that a line has as a whole, in parts; null if it has parts of its own. Pure. */
export function nameAsWhole(cells: readonly string[], columns: ImportColumns): PersonName | null {
  const [firstname, lastname, whole] = (['firstname', 'lastname', 'full_name'] as const).map((field) => cellOf(cells, columns, field))
  return whole && !firstname && !lastname ? splitName(whole) : null
}

/** The infix of a line, of its own column or behind the last name, and the last name without it. Pure. */
function lastnameOf(infix: string, lastname: string): { infix: string; lastname: string } {
  const [, name, behind] = infix ? [] : (INFIX_BEHIND.exec(lastname) ?? [])
  return name && behind ? { infix: behind, lastname: name } : { infix, lastname }
}

/**
 * Reads one line, or returns every reason why it is refused, so that a person fixes the file once. Pure.
 * @param today nobody is born later
 * @param language for a line without a language
 * @param courses their names; undefined when no column has courses
 * @param isKnown the person exists already, so no name is needed
 */
export function readPerson(
  cells: readonly string[],
  columns: ImportColumns,
  {
    today,
    language,
    courses = new Map(),
    isKnown = false,
  }: { today: string; language: Language; courses?: CourseNames | undefined; isKnown?: boolean },
): GoodLine | BadLine {
  const of = (field: ImportField) => cellOf(cells, columns, field)
  const whole = nameAsWhole(cells, columns)
  // One name is enough.
  const firstname = whole ? whole.firstname : of('firstname')
  const { infix, lastname } = whole ? { ...whole, infix: whole.infix ?? '' } : lastnameOf(of('infix'), of('lastname'))
  const [email, born] = [asciiDomain(of('email')), of('birthdate')]
  const [number, job, manager] = [of('personnel_number'), of('job_title'), of('manager')]
  const groups = groupsOf(of('groups'))
  const texts = [firstname, infix, lastname, of('full_name'), email, number, job, manager]
  const birthdate = born ? readDay(born) : null
  const spoken = languageOf(of('language'), language)
  const given = coursesOf(of('course'), courses)
  const strange = texts.some((text) => FORMULA.test(text)) || !texts.every(isPlainLine)
  const hasNoName = !firstname && !lastname && !isKnown
  const tests: [string, boolean][] = [
    ['no_name', hasNoName],
    ['not_a_name', [firstname, infix, lastname].some((name) => NO_NAME.test(name))],
    ['no_email', !email && !number],
    ['formula', texts.some((text) => FORMULA.test(text))],
    ['hidden_characters', !texts.every(isPlainLine)],
    [
      'too_long',
      [firstname, infix, lastname].some(({ length }) => length > 100) ||
        email.length > 254 ||
        number.length > MAX_LENGTHS.personnel_number ||
        job.length > MAX_LENGTHS.job_title ||
        manager.length > MAX_LENGTHS.manager,
    ],
    // For an address that is a formula or has hidden characters, only that reason is reported.
    ['bad_email', email !== '' && email.length <= 254 && !strange && !EMAIL.test(email)],
    ['bad_birthdate', born !== '' && (!birthdate || birthdate > today || birthdate < '1900-01-01')],
    ['bad_language', !spoken],
    ['unknown_course', !given],
    ['group_name', !groups],
  ]
  const problems = tests.flatMap(([problem, isSo]) => (isSo ? [problem] : []))
  if (problems.length || !spoken || !given || !groups) {
    const isOdd = (text: string) => FORMULA.test(text) || !isPlainLine(text)
    const isBadName = (text: string) => isOdd(text) || NO_NAME.test(text) || text.length > 100
    const wrong: [ImportField, boolean][] = [
      ['firstname', hasNoName || isBadName(firstname)],
      ['infix', isBadName(infix)],
      ['full_name', hasNoName || [firstname, infix, lastname].some(isBadName)],
      ['lastname', hasNoName || isBadName(lastname)],
      ['email', email || !number ? !EMAIL.test(email) || email.length > 254 || isOdd(email) : false],
      ['birthdate', problems.includes('bad_birthdate')],
      ['language', !spoken],
      ['course', !given],
      ['groups', !groups],
      ['personnel_number', isOdd(number) || number.length > MAX_LENGTHS.personnel_number],
      ['job_title', isOdd(job) || job.length > MAX_LENGTHS.job_title],
      ['manager', isOdd(manager) || manager.length > MAX_LENGTHS.manager],
    ]
    const fields = wrong.flatMap(([field, isSo]) => (isSo ? [field] : []))
    return { problems, fields, email: email.length <= 254 && EMAIL.test(email) ? email.toLowerCase() : null }
  }
  return {
    person: { firstname, infix: infix || null, lastname, email: email.toLowerCase() || null, birthdate, language: spoken },
    courses: given,
    groups,
    work: { personnel_number: number || null, job_title: job || null },
    manager: asciiDomain(manager).toLowerCase() || null,
  }
}
