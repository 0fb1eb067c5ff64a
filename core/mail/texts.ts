import { type MessageFormatElement, TYPE, parse } from '@formatjs/icu-messageformat-parser'
import db from '@adonisjs/lucid/services/db'
import { AppError, invalid, notFound } from '../contract/errors.js'
import { defineEvent } from '../contract/events.js'
import { emit } from '../events/outbox.js'
import { supported } from '../i18n/catalogue.js'
import { pluginRegistry } from '../plugins/registry.js'
import { currentCompanyId } from '../tenancy/scope.js'
import type { OwnText } from './render.js'

/** A company chose its own words for a mail, or went back to the platform's. */
export const mailTextChanged = defineEvent<{ trigger: string; language: string }>('core.mail_text.changed')

export interface MailText extends OwnText {
  trigger: string
  language: string
}

const MAX_LENGTH = { subject: 200, body: 10_000, action: 60 }

/** The running company's own words for a mail in a language, or null. */
export async function ownText(trigger: string, language: string): Promise<OwnText | null> {
  return db
    .from('core_mail_texts')
    .where({ company_id: currentCompanyId(), trigger, language: supported(language) })
    .select('subject', 'body', 'action')
    .first()
}

/** All words that the running company chose itself. */
export async function listOwnTexts(): Promise<MailText[]> {
  return db
    .from('core_mail_texts')
    .where('company_id', currentCompanyId())
    .orderBy(['trigger', 'language'])
    .select('trigger', 'language', 'subject', 'body', 'action')
}

/** What a mail's text may use as {placeholder}. @throws AppError 404 for an unknown mail */
export function placeholdersOf(trigger: string): string[] {
  const mail = pluginRegistry().mails.find((candidate) => candidate.trigger === trigger)
  if (!mail) throw notFound()
  // The button's address is no word.
  return [...new Set(['firstname', 'company', ...Object.keys(mail.sample)])].filter((name) => name !== 'actionUrl')
}

/**
 * Gives a mail the running company's own words in one language.
 * @throws AppError 404 unknown mail; 422 per field: required, maxLength, not_icu, unknown_placeholder with the `names` that there are none of
 */
export async function saveOwnText({ trigger, language, subject, body, action }: MailText): Promise<void> {
  const allowed = placeholdersOf(trigger)
  if (supported(language) !== language) throw invalid('language', 'enum')
  const parts = { subject: subject.trim(), body: body.trim(), action: action?.trim() || null }
  for (const [field, text] of Object.entries(parts)) check(field as keyof typeof MAX_LENGTH, text, allowed)
  await db.transaction(async (trx) => {
    const row = { ...parts, company_id: currentCompanyId(), trigger, language, updated_at: new Date() }
    await trx.knexQuery().table('core_mail_texts').insert(row).onConflict(['company_id', 'trigger', 'language']).merge()
    await emit(trx, mailTextChanged, { trigger, language })
  })
}

/** Goes back to the platform's words. @throws AppError 404 when there were no own ones */
export async function resetOwnText(trigger: string, language: string): Promise<void> {
  await db.transaction(async (trx) => {
    const removed = await trx.from('core_mail_texts').where({ company_id: currentCompanyId(), trigger, language }).delete()
    if (Number(removed) === 0) throw notFound()
    await emit(trx, mailTextChanged, { trigger, language })
  })
}

function check(field: keyof typeof MAX_LENGTH, text: string | null, allowed: readonly string[]): void {
  if (text === null) return
  if (!text) throw invalid(field, 'required')
  if (text.length > MAX_LENGTH[field]) throw invalid(field, 'maxLength')
  if (field === 'subject' && /[\r\n]/.test(text)) throw invalid(field, 'hidden_characters')
  let names: string[]
  try {
    names = namesIn(parse(text, { ignoreTag: true }))
  } catch {
    // A brace without its other half, for one.
    throw invalid(field, 'not_icu')
  }
  const unknown = [...new Set(names)].filter((name) => !allowed.includes(name))
  if (unknown.length)
    throw new AppError(422, 'validation_failed', { errors: [{ field, rule: 'unknown_placeholder', meta: { names: unknown.join(', ') } }] })
}

function namesIn(parts: readonly MessageFormatElement[]): string[] {
  return parts.flatMap((part) => {
    if (part.type === TYPE.literal || part.type === TYPE.pound) return []
    if (part.type === TYPE.tag) return namesIn(part.children)
    const options =
      part.type === TYPE.select || part.type === TYPE.plural ? Object.values(part.options).flatMap(({ value }) => namesIn(value)) : []
    return [part.value, ...options]
  })
}
