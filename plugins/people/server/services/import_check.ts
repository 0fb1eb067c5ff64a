import { LANGUAGES, type Language } from '#core/contract/languages'
import { isPlainLine } from '#core/contract/plain_line'
import { readDay } from '#core/kit/tables'

/** What a line of a file says of a person, with what its heading may be called in Dutch and English. */
export const IMPORT_FIELDS = {
  firstname: ['voornaam', 'firstname', 'givenname', 'roepnaam'],
  lastname: ['achternaam', 'lastname', 'surname', 'familyname', 'naam'],
  email: ['email', 'emailadres', 'emailaddress', 'mail', 'mailadres'],
  birthdate: ['geboortedatum', 'geboren', 'geborenop', 'birthdate', 'dateofbirth', 'birthday'],
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
const LANGUAGE_NAMES: Readonly<Record<string, Language>> = {
  nederlands: 'nl',
  dutch: 'nl',
  engels: 'en',
  english: 'en',
  duits: 'de',
  german: 'de',
}

function languageOf(text: string, fallback: Language): Language | null {
  if (!text) return fallback
  const small = text.toLowerCase()
  return LANGUAGE_NAMES[small] ?? LANGUAGES.find((code) => code === small.slice(0, 2) && /^[a-z]{2}([-_]|$)/.test(small)) ?? null
}

/**
 * What one line says, or why it is not taken. Pure.
 * @param today nobody is born later
 * @param language of who has none in the file
 */
export function readPerson(
  cells: readonly string[],
  columns: ImportColumns,
  { today, language }: { today: string; language: Language },
): { person: ImportPerson } | { problem: string } {
  const of = (field: ImportField) => {
    const place = columns[field]
    return place === null ? '' : (cells[place] ?? '').trim()
  }
  const [firstname, lastname, email, born] = [of('firstname'), of('lastname'), of('email'), of('birthdate')]
  if (!firstname) return { problem: 'no_firstname' }
  if (!lastname) return { problem: 'no_lastname' }
  if (!email) return { problem: 'no_email' }
  if ([firstname, lastname, email].some((text) => FORMULA.test(text))) return { problem: 'formula' }
  if (![firstname, lastname, email].every(isPlainLine)) return { problem: 'hidden_characters' }
  if (firstname.length > 100 || lastname.length > 100 || email.length > 254) return { problem: 'too_long' }
  if (!EMAIL.test(email)) return { problem: 'bad_email' }
  const birthdate = born ? readDay(born) : null
  if (born && (!birthdate || birthdate > today || birthdate < '1900-01-01')) return { problem: 'bad_birthdate' }
  const spoken = languageOf(of('language'), language)
  if (!spoken) return { problem: 'bad_language' }
  return { person: { firstname, lastname, email: email.toLowerCase(), birthdate, language: spoken } }
}
