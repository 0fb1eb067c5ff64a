import db from '@adonisjs/lucid/services/db'
import { ownAddress } from '#core/kit/companies'
import { sendMail } from '#core/kit/mail'
import { currentCompanyId } from '#core/kit/scope'
import { platformUrl, settingsOf } from '#core/kit/settings'
import { textIn, translate } from '#core/kit/words'
import { companiesSettings } from '#plugins/companies/contract/index'
import { REQUEST_FACT, REQUESTS_TO_TELL } from '../due.js'
import { type RequestRow, requests } from './company_exams.js'
import { dayInWords } from './moment_time.js'

/** The payload of a mail to a provider about a request. */
export interface RequestNewsFacts {
  request: number
  language: string
}

/**
 * Mails this company's address for applications about requests of exams that it gives: when one is made, and when one is withdrawn. Without
 * an address nothing is sent, also not later. Part of the job `exams.tell_provider`; idempotent.
 */
export async function mailRequests(): Promise<void> {
  const rows: { id: number; status: string; fact: string }[] = await db
    .from('exams_requests as r')
    .where('r.provider_company_id', currentCompanyId())
    .whereRaw(REQUESTS_TO_TELL)
    .orderBy('r.id')
    .limit(500)
    .select('r.id', 'r.status', db.raw(`${REQUEST_FACT} as fact`))
  for (const { id, status, fact } of rows) {
    await db.transaction(async (trx) => {
      const { rows: told } = await trx.rawQuery(
        `insert into exams_told (company_id, fact) values (?, ?) on conflict (company_id, fact) do nothing returning id`,
        [currentCompanyId(), fact],
      )
      const email = (await settingsOf(companiesSettings, trx)).exam_mail_application
      if (!told.length || !email) return
      const { legalName: name, language } = await ownAddress(trx)
      const trigger = `exams.mail.${status === 'withdrawn' ? 'request_withdrawn' : 'request'}`
      const payload: RequestNewsFacts = { request: id, language }
      await sendMail(trx, trigger, { to: { email, name, language }, payload })
    })
  }
}

/** The values of the mails to the provider; null when the request is gone. */
export async function requestNewsValues({ request, language }: RequestNewsFacts): Promise<Record<string, string> | null> {
  const row: RequestRow | null = await requests().where('r.id', request).first()
  if (!row) return null
  return {
    company: row.company_name,
    course: row.course_name ? textIn(row.course_name, language) : '–',
    day: dayInWords(row.wished_on, language),
    people: String(row.people),
    place: [row.location, row.address, row.city].filter(Boolean).join(', '),
    language: new Intl.DisplayNames(language, { type: 'language' }).of(row.language) ?? row.language,
    note: row.note || translate(language, 'exams.mail.no_note'),
    actionUrl: await platformUrl('/exams/aanvragen'),
  }
}
