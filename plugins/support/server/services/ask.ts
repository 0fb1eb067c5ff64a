import { fullName } from '#core/contract/full_name'
import db from '@adonisjs/lucid/services/db'
import { AppError } from '#core/contract/errors'
import { isPlainLine } from '#core/contract/plain_line'
import { deviceOf, limitCalls } from '#core/kit/calls'
import { sendMail } from '#core/kit/mail'
import { currentCompanyId, inChosenCompany, inOpenCompany, leaveForPlatform, type Session } from '#core/kit/scope'
import { settingsOf, supportAddress } from '#core/kit/settings'
import { supportSettings } from '../../settings.js'

export const QUESTION_MAIL = 'support.mail.question'

const AN_HOUR = { requests: 20, duration: '1 hour' }
const EMAIL = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+\.[^\s@<>"(),:;\\[\]]+$/

export interface Question {
  subject?: string | undefined
  message?: string | undefined
  /** The page on which it was asked. */
  url?: string | undefined
}

interface Asker {
  ip: string
  userAgent: string | null
}

/** @throws AppError 422 with invalid_subject, invalid_message, invalid_email at their fields (specification, section 5) */
function checked({ subject = '', message = '', url = '' }: Question, email?: string) {
  const errors = [
    ...(subject.trim() && isPlainLine(subject.trim()) ? [] : [{ field: 'subject', rule: 'invalid_subject' }]),
    ...(message.trim() && !message.includes('\0') ? [] : [{ field: 'message', rule: 'invalid_message' }]),
    ...(email === undefined || (EMAIL.test(email) && isPlainLine(email)) ? [] : [{ field: 'email', rule: 'invalid_email' }]),
  ]
  if (errors.length) throw new AppError(422, 'validation_failed', { errors })
  // A missing or wrong address is no reason to refuse a question.
  return { subject: subject.trim(), message: message.trim(), page: isPlainLine(url) ? url : '' }
}

const browserOf = (userAgent: string | null) => Object.values(deviceOf(userAgent)).filter(Boolean).join(', ')

async function keep(values: Record<string, unknown>): Promise<void> {
  const sentTo = (await settingsOf(supportSettings)).address || (await supportAddress())
  await db.transaction(async (trx) => {
    const [row] = await trx
      .table('support_questions')
      .insert({ ...values, company_id: currentCompanyId(), sent_to: sentTo })
      .returning('id')
    await sendMail(trx, QUESTION_MAIL, { to: { email: sentTo, name: SUPPORT }, payload: { id: row.id } })
  })
}

async function keepForPlatform(values: Record<string, unknown>): Promise<void> {
  const sentTo = await supportAddress()
  const mail = { trigger: QUESTION_MAIL, to: { email: sentTo, name: SUPPORT, language: 'nl' } }
  await leaveForPlatform({ plugin: 'support', table: 'support_questions', values: { ...values, sent_to: sentTo }, mail })
}

const SUPPORT = 'Support'

/**
 * Stores a signed-in person's question and mails it to support.
 * @throws AppError 422 by the specification's codes; 404 for another company than one's own; 429
 */
export async function sendQuestion(
  session: Session,
  {
    company_id: company,
    course_shortname: course,
    ...question
  }: Question & { company_id?: number | null; course_shortname?: string | null },
  { ip, userAgent }: Asker,
): Promise<void> {
  const { row } = session
  const values = {
    ...checked(question),
    membership_id: session.membershipId,
    full_name: fullName(row),
    // Empty for somebody without one.
    email: row.email ?? '',
    browser: browserOf(userAgent),
    course_shortname: course || null,
  }
  const write = () => limitCalls('support.question', { ip }, AN_HOUR)
  if (!session.companyId && !company) {
    await write()
    return keepForPlatform(values)
  }
  await inChosenCompany(session, { company: company ?? 0, reason: 'support.ask' }, async () => {
    await write()
    await keep(values)
  })
}

/** The companies that a page's address may belong to: `/login/noordwind`, `/noordwind`, `?company=noordwind`. */
function companiesIn(url: string): string[] {
  if (!URL.canParse(url)) return []
  const { pathname, searchParams } = new URL(url)
  const [first, second] = pathname.split('/').filter(Boolean)
  return [searchParams.get('company'), searchParams.get('id'), first === 'login' ? second : first].filter(
    (name) => name !== null && name !== undefined,
  )
}

/** Stores a visitor's question for the company of the page it was asked on, or for the platform. @throws AppError 422 as `ask`; 429 */
export async function sendVisitorQuestion(
  { email = '', ...question }: Question & { email?: string | undefined },
  { ip, userAgent }: Asker,
): Promise<void> {
  const address = email.trim()
  const checkedOnes = checked(question, address)
  await limitCalls('support.visitor', { ip }, AN_HOUR)
  const values = {
    ...checkedOnes,
    membership_id: null,
    full_name: '',
    email: address,
    browser: browserOf(userAgent),
    course_shortname: null,
  }
  for (const company of companiesIn(checkedOnes.page)) {
    const isKept = await inOpenCompany({ plugin: 'support', company: company.slice(0, 200) }, async () => {
      await keep(values)
      return true
    })
    if (isKept) return
  }
  await keepForPlatform(values)
}

/** The values of the mail to support. */
export async function questionMailValues({ id }: { id: number }): Promise<Record<string, string>> {
  const row = await db.from('support_questions').where('id', id).firstOrFail()
  const from = [row.full_name, row.email].filter(Boolean).join(', ')
  return { subject: row.subject, message: row.message, from, page: row.page || '-', browser: row.browser || '-' }
}
