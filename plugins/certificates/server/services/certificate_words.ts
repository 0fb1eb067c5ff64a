import { localeOf } from '#core/contract/languages'
import { zone } from '#core/kit/days'
import { offeredLanguages, translate } from '#core/kit/words'

/** The printed data. Dates without a time are `yyyy-mm-dd`. */
export interface PrintedFacts {
  number: string
  language: string
  companyName: string
  personName: string | null
  birthdate: string | null
  courseName: string
  grade: number | null
  issuedAt: Date
  validUntil: string | null
  revoked: boolean
  qrcodeUrl: string
  statusUrl: string
}

export type Words = ReturnType<typeof wordsOf>

/** All texts of the page, in the certificate's language. */
export function wordsOf(facts: PrintedFacts) {
  const t = (id: string, values = {}) => translate(facts.language, `certificates.pdf.${id}`, values)
  // Dates are in the language of the texts, which are English for a course in another language.
  const language = offeredLanguages().includes(facts.language) ? facts.language : 'en'
  const locale = localeOf(language)
  const on = (timeZone: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
  // A day without a time has no time zone.
  const day = (date: string) => on('UTC').format(new Date(`${date}T12:00:00Z`))
  const columns: [label: string, value: string][] = [
    [t('issued'), on(zone()).format(facts.issuedAt)],
    [t('valid_until'), facts.validUntil ? day(facts.validUntil) : t('no_end')],
    ...(facts.grade === null ? [] : [[t('grade'), `${facts.grade}%`] as [string, string]]),
    [t('number'), facts.number],
  ]
  return {
    title: t('title'),
    company: facts.companyName,
    person: facts.personName?.normalize('NFC') ?? t('erased'),
    born: facts.birthdate ? t('born', { date: day(facts.birthdate) }) : null,
    passed: t('passed'),
    course: facts.courseName,
    columns,
    check: t('check'),
    url: facts.statusUrl.replace(/^https?:\/\//, ''),
    revoked: t('revoked'),
  }
}
