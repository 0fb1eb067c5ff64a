import { randomUUID } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { mayMail } from '../accounts/attempts.js'
import { settings } from '../config/settings.js'
import { AppError } from '../contract/errors.js'
import { translate } from '../i18n/catalogue.js'
import { asSystem, inCompany } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import { checkedWords } from './check_words.js'
import { senderOf } from './compose_mail.js'
import { mailOf, type MailWords, SAMPLE_NAME } from './mail_words.js'
import { queueDelivery } from './queue_delivery.js'
import { type RenderedMail, renderMail } from './render.js'
import { ownText, type TextKey } from './texts.js'
import { GREETING_NAME } from './recipients.js'

/** The mail that most people see first. */
const INVITATION_MAIL = 'core.mail.invitation'
const TESTS_AN_HOUR = { requests: 10, duration: '1 hour' }

/**
 * A mail as it would be sent with these words, in the look of the key's company.
 * @param values replace the sample values, such as a chosen person's first name
 * @throws AppError as `checkedWords`
 */
export async function previewText(
  { company, trigger, language }: TextKey,
  words: MailWords,
  values: Record<string, string> = {},
): Promise<RenderedMail> {
  const checked = checkedWords(trigger, language, words)
  const { sample, beforeAccount, unsubscribe } = mailOf(trigger)
  // A preview must not unsubscribe anybody.
  const about = { hasAccount: !beforeAccount, unsubscribe: unsubscribe ? (await settings()).appUrl : null }
  return renderMail(trigger, language, { firstname: SAMPLE_NAME, ...sample, ...values }, await senderOf(company), checked, about)
}

/** The branding that a company can preview before saving. */
export interface TriedLook {
  name: string
  primary_color: string
}

/** A company's invitation with another name and colour, in its own words and language. Across companies. */
export async function previewLook(companyId: number, look: TriedLook): Promise<RenderedMail> {
  const trigger = INVITATION_MAIL
  const sender = { ...(await senderOf(companyId)), ...look }
  const language = sender.default_language
  const own = await ownText({ company: companyId, trigger, language })
  return renderMail(trigger, language, { firstname: SAMPLE_NAME, ...mailOf(trigger).sample }, sender, own)
}

/**
 * Sends such a mail to the person who asks, through the outbox, with "test" before its subject. Across companies.
 * @throws AppError as `checkedWords`; 429 too_many_tests after ten within the hour
 */
export async function sendTest(session: Session, key: TextKey, words: MailWords): Promise<void> {
  const { subject, html, text, language } = await previewText(key, words)
  if (!(await mayMail([[TESTS_AN_HOUR, `test_mail:${session.userId}`]]))) throw new AppError(429, 'too_many_tests')
  const { company: companyId, trigger } = key
  const { email, called } = await asSystem('mail.test', () =>
    db
      .from('core_users')
      .where('id', session.userId)
      .select('email', db.raw(`${GREETING_NAME('core_users')} as called`))
      .firstOrFail(),
  )
  const { sender_name: fromName } = await senderOf(companyId)
  const write = () =>
    db.transaction(async (trx) => {
      const row = { company_id: companyId, user_id: session.userId, trigger, dedupe_key: randomUUID(), language, is_test: true }
      const to = { to_email: email, to_name: called, from_name: fromName }
      const written = { subject: translate(language, 'core.mail.test_subject', { subject }), html, text }
      const [{ id }] = await trx
        .table('core_mail_outbox')
        .insert({ ...row, ...to, ...written })
        .returning('id')
      await queueDelivery(trx, { companyId, mailId: id })
    })
  await (companyId ? inCompany(companyId, write) : asSystem('mail.test', write))
}
