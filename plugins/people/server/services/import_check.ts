import { LANGUAGES, type Language } from '#core/contract/languages'
import { isPlainLine } from '#core/contract/plain_line'
import { readBirthdate } from '#core/kit/tables'

/** What a line of a file says of a person, with what its heading may be called in Dutch and English. */
export const IMPORT_FIELDS = {
  firstname: ['voornaam', 'firstname', 'givenname', 'roepnaam'],
  infix: [
    'tussenvoegsel',
    'tussenvoegsels',
    'voorvoegsel',
    'voorvoegsels',
    'voorvoegselachternaam',
    'infix',
    'nameprefix',
    'surnameprefix',
  ],
  lastname: ['achternaam', 'lastname', 'surname', 'familyname', 'naam'],
  email: ['email', 'emailadres', 'emailaddress', 'mail', 'mailadres'],
  birthdate: ['geboortedatum', 'gebdatum', 'geboren', 'geborenop', 'birthdate', 'dateofbirth', 'dob', 'birthday'],
  language: ['taal', 'language', 'lang'],
} as const

export type ImportField = keyof typeof IMPORT_FIELDS
export type ImportColumns = Record<ImportField, number | null>

export const NEEDED: readonly ImportField[] = ['firstname', 'lastname', 'email']

export interface ImportPerson {
  firstname: string
  lastname: string
  email: string
  birthdate: string | null
  language: Language
}

/** The standard pattern of section 5. */
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i
/** What a spreadsheet program would run, should the name ever land in one. */
const FORMULA = /^[=+@\t\r]|^-\d/
/** What a spreadsheet shows where a formula failed (#N/A, #REF!, #VERW!, #NAAM?), and a yes or no: neither is a name or an address. */
const isNoName = (text: string): boolean => /^#|^(?:true|false)$/i.test(text) || /^(?:WAAR|ONWAAR|WAHR|FALSCH)$/.test(text)
/** A domain with letters beyond a-z: the address is written with the domain's own form in those letters (`xn--`). */
const IDN_DOMAIN = /@.*\P{ASCII}/u
// A map: whatever stands in a cell is looked up, also a word that every object has by itself ("constructor").
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
  return LANGUAGE_NAMES.get(small) ?? LANGUAGES.find((code) => code === small.slice(0, 2) && /^[a-z]{2}([-_]|$)/.test(small)) ?? null
}

/** An infix stands before the last name; one that ends with an apostrophe (`d’`) is joined to it. Pure. */
const joined = (infix: string, lastname: string): string => (/['’]$/.test(infix) ? `${infix}${lastname}` : `${infix} ${lastname}`).trim()

/** A line that is not taken: every reason, the fields that are the matter, and its address where that is one. */
export interface BadLine {
  problems: string[]
  fields: ImportField[]
  email: string | null
}

/** The birthdate of a line as it was read. Pure. */
export const birthdateOf = (cells: readonly string[], columns: ImportColumns, today: string): string | null =>
  typeof columns.birthdate === 'number' ? readBirthdate((cells[columns.birthdate] ?? '').trim(), today) : null

/**
 * What one line says, or all of why it is not taken: who mends a file does it once. Pure.
 * @param today nobody is born later
 * @param language of who has none in the file
 */
export function readPerson(
  cells: readonly string[],
  columns: ImportColumns,
  { today, language }: { today: string; language: Language },
): { person: ImportPerson } | BadLine {
  const of = (field: ImportField) => {
    // Lines of before a field came have no place for it.
    const place = columns[field] ?? null
    return place === null ? '' : (cells[place] ?? '').trim()
  }
  const [firstname, infix, family, email, born] = [of('firstname'), of('infix'), of('lastname'), of('email'), of('birthdate')]
  const lastname = joined(infix, family)
  const birthdate = birthdateOf(cells, columns, today)
  const spoken = languageOf(of('language'), language)
  const texts: [ImportField, string][] = [
    ['firstname', firstname],
    ['infix', infix],
    ['lastname', family],
    ['email', email],
  ]
  const those = (isSo: (text: string) => boolean): ImportField[] => texts.flatMap(([field, text]) => (isSo(text) ? [field] : []))
  const when = (isSo: boolean, field: ImportField): ImportField[] => (isSo ? [field] : [])
  const formulas = those((text) => FORMULA.test(text))
  const hidden = those((text) => !isPlainLine(text))
  // An address that is a formula or has hidden characters: that is what is the matter with it.
  const isAddress = email !== '' && email.length <= 254 && !formulas.length && !hidden.length
  const tests: [string, ImportField[]][] = [
    ['no_firstname', when(!firstname, 'firstname')],
    ['no_lastname', when(!family, 'lastname')],
    ['no_email', when(!email, 'email')],
    ['formula', formulas],
    ['not_a_name', those(isNoName)],
    ['hidden_characters', hidden],
    [
      'too_long',
      [...when(firstname.length > 100, 'firstname'), ...when(lastname.length > 100, 'lastname'), ...when(email.length > 254, 'email')],
    ],
    ['idn_email', when(isAddress && IDN_DOMAIN.test(email), 'email')],
    ['bad_email', when(isAddress && !IDN_DOMAIN.test(email) && !isNoName(email) && !EMAIL.test(email), 'email')],
    ['bad_birthdate', when(born !== '' && (!birthdate || birthdate > today || birthdate < '1900-01-01'), 'birthdate')],
    ['bad_language', when(!spoken, 'language')],
  ]
  const wrong = tests.filter(([, fields]) => fields.length > 0)
  if (wrong.length || !spoken) {
    return {
      problems: wrong.map(([problem]) => problem),
      fields: [...new Set(wrong.flatMap(([, fields]) => fields))],
      email: email.length <= 254 && EMAIL.test(email) ? email.toLowerCase() : null,
    }
  }
  return { person: { firstname, lastname, email: email.toLowerCase(), birthdate, language: spoken } }
}
