import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ownAddress } from '#core/kit/companies'
import { addDays, today } from '#core/kit/days'
import { calendarAttachment, type MailAttachment, sendMail } from '#core/kit/mail'
import { currentCompanyId } from '#core/kit/scope'
import { platformUrl, settingsOf } from '#core/kit/settings'
import { textIn, translate } from '#core/kit/words'
import { companiesSettings } from '#plugins/companies/contract/index'
import type { NewsAbout } from '../../contract/statuses.js'
import { NEWS_DAYS } from '../due.js'
import { MIDNIGHT, momentInWords } from './moment_time.js'
import type { NewsWhat } from './news.js'
import { mailRequests } from './request_mails.js'
import { COURSE_NAME } from './moment_service.js'

/** The payload of a mail to a provider: a moment, and its news. */
export interface ProviderMailFacts {
  momentId: number
  newsIds: number[]
  language: string
}

interface News {
  id: number
  moment_id: number
  about: Exclude<NewsAbout, 'billing'>
  what: NewsWhat
}

/** Cancelled seats have a mail of their own, sent to the address for the status. */
const CANCELLED: readonly NewsWhat[] = ['released', 'withdrawn']
const triggerOf = ({ about, what }: News) => `exams.mail.${CANCELLED.includes(what) ? 'cancelled' : about}`
/** Most people in one mail; a larger booking gets another mail. */
const IN_ONE_MAIL = 200

/**
 * Mails this company's addresses about entries at exams that it gives: one mail per moment and kind, each fact once. Without an address
 * nothing is sent, also not later. The job `exams.tell_provider`; idempotent.
 */
export async function mailProvider(): Promise<void> {
  const news: News[] = await db
    .from('exams_news as n')
    .where('n.provider_company_id', currentCompanyId())
    .whereRaw(`n.at > now() - interval '${NEWS_DAYS} days'`)
    .whereRaw(`not exists (select 1 from exams_told t where t.company_id = n.provider_company_id and t.fact = 'news:' || n.id)`)
    .orderBy('n.id')
    .limit(2000)
    .select('n.id', 'n.moment_id', 'n.about', 'n.what')
  const mails = new Map<string, News[]>()
  for (const one of news) {
    const key = `${one.moment_id}:${triggerOf(one)}`
    mails.set(key, [...(mails.get(key) ?? []), one])
  }
  for (const all of mails.values()) {
    for (let from = 0; from < all.length; from += IN_ONE_MAIL) {
      const some = all.slice(from, from + IN_ONE_MAIL)
      const { moment_id: momentId, about } = some[0]!
      await db.transaction(async (trx) => {
        const newsIds = await mark(trx, some)
        if (newsIds.length) await tell(trx, { about, trigger: triggerOf(some[0]!) }, momentId, newsIds)
      })
    }
  }
  await mailRequests()
  await tellBilling()
}

/** @returns the news that was not sent before */
async function mark(trx: TransactionClientContract, news: readonly News[]): Promise<number[]> {
  const { rows } = await trx.rawQuery<{ rows: { fact: string }[] }>(
    `insert into exams_told (company_id, fact) select ?, unnest(?::text[])
     on conflict (company_id, fact) do nothing returning fact`,
    [currentCompanyId(), news.map(({ id }) => `news:${id}`) as never],
  )
  const marked = new Set(rows.map(({ fact }) => fact))
  return news.flatMap(({ id }) => (marked.has(`news:${id}`) ? id : []))
}

async function tell(
  trx: TransactionClientContract,
  { about, trigger }: { about: NewsAbout; trigger: string },
  momentId: number,
  newsIds: number[],
): Promise<void> {
  const email = (await settingsOf(companiesSettings, trx))[`exam_mail_${about}`]
  if (!email) return
  const { legalName: name, language } = await ownAddress(trx)
  const payload: ProviderMailFacts = { momentId, newsIds, language }
  await sendMail(trx, trigger, { to: { email, name, language }, payload })
}

/** The day after an exam: how many seats of each company are to be billed. Once per moment. */
async function tellBilling(): Promise<void> {
  const moments: { id: number }[] = await db
    .from('exams_moments as m')
    .where('m.provider_company_id', currentCompanyId())
    .whereNull('m.withdrawn_at')
    .whereRaw(`m.starts_at >= ${MIDNIGHT} and m.starts_at < ${MIDNIGHT}`, [addDays(today(), -NEWS_DAYS), today()])
    .whereRaw(`not exists (select 1 from exams_told t where t.company_id = ? and t.fact = 'billing:' || m.id)`, [currentCompanyId()])
    .whereRaw('exists (select 1 from exams_entries e where e.moment_id = m.id and e.released_at is null and e.held_until is null)')
    .orderBy('m.id')
    .limit(500)
    .select('m.id')
  for (const { id } of moments) {
    await db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery(
        `insert into exams_told (company_id, fact) values (?, ?) on conflict (company_id, fact) do nothing returning id`,
        [currentCompanyId(), `billing:${id}`],
      )
      if (rows.length) await tell(trx, { about: 'billing', trigger: 'exams.mail.billing' }, id, [])
    })
  }
}

/** A moment as named in mails. */
export const momentOf = (id: number) =>
  db
    .from('exams_moments as m')
    .join('exams_exams as e', 'e.id', 'm.exam_id')
    .leftJoin('learning_offers as o', 'o.course_id', 'e.course_id')
    .where('m.id', id)
    .select('m.id', 'm.city', 'm.location', 'm.address', 'm.language', 'm.starts_at', 'm.withdrawn_at', 'e.minutes', 'e.adjusted_minutes')
    .select(db.raw(`${COURSE_NAME} as course_name`))
    .firstOrFail()

/** Its place, in one line. */
export const placeOf = (at: Record<string, string>) => [at.location, at.address, at.city].filter(Boolean).join(', ')

/** The values of mails to a provider. */
export async function providerMailValues({ momentId, newsIds, language }: ProviderMailFacts): Promise<Record<string, string>> {
  const at = await momentOf(momentId)
  const people: Record<string, string>[] = await db.from('exams_news').whereIn('id', newsIds).orderBy('id')
  return {
    course: at.course_name ? textIn(at.course_name, language) : '–',
    moment: momentInWords(at.starts_at, language),
    place: placeOf(at),
    language: new Intl.DisplayNames(language, { type: 'language' }).of(at.language) ?? at.language,
    count: String(people.length),
    people: people
      .map((one) => `${one.person_name || '–'} (${one.company_name}): ${translate(language, `exams.news.${one.what}`)}`)
      .join('\n'),
    actionUrl: await platformUrl(`/exams/aanmeldingen?moment=${momentId}`),
  }
}

/** The number of seats to bill, per company. */
export async function billingMailValues(facts: ProviderMailFacts): Promise<Record<string, string>> {
  const companies: { company_name: string; seats: number; absent: number }[] = await db
    .from('exams_entries')
    .where({ moment_id: facts.momentId, provider_company_id: currentCompanyId() })
    .whereNull('released_at')
    .whereNull('held_until')
    .groupBy('company_name', 'moment_id')
    .orderBy('company_name')
    .select(
      'company_name',
      db.raw(
        `greatest(count(*), (select m.billed_least from exams_moments m where m.id = exams_entries.moment_id))::int as seats, (count(*) filter (where status = 'no_show'))::int as absent`,
      ),
    )
  const { people: _people, count: _count, ...values } = await providerMailValues(facts)
  return {
    ...values,
    seats: companies
      .map(({ company_name: name, seats, absent }) => translate(facts.language, 'exams.mail.billing_line', { name, seats, absent }))
      .join('\n'),
  }
}

/** The appointment of the moment, for the provider's calendar; a cancellation if it was withdrawn. */
export async function providerCalendar(facts: ProviderMailFacts): Promise<MailAttachment[]> {
  const at = await momentOf(facts.momentId)
  const { course, place, language } = await providerMailValues(facts)
  return [
    await calendarAttachment('examen.ics', {
      uid: `moment-${facts.momentId}@exam`,
      // The later mail about a moment has the higher news id.
      sequence: Math.max(...facts.newsIds),
      startsAt: at.starts_at.toISOString(),
      minutes: at.minutes,
      writtenAt: new Date(),
      title: course!,
      place: place!,
      text: `${course!}\n${language!}`,
      cancelled: at.withdrawn_at !== null,
    }),
  ]
}
