import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineEvent } from '../contract/events.js'
import { saveFrom, versionOf } from '../database/versions.js'
import { emit } from '../events/outbox.js'
import { supported } from '../i18n/catalogue.js'
import { asSystem } from '../tenancy/scope.js'
import { checkedWords } from './check_words.js'
import { builtInWords, mailOf, type MailWords } from './mail_words.js'

/** A company changed its own words for a mail, or removed them. */
export const mailTextChanged = defineEvent<{ trigger: string; language: string }>('core.mail_text.changed')

/** Identifies a text: of a company, or (null) of the platform, for every company without its own. */
export interface TextKey {
  company: number | null
  trigger: string
  language: string
}

/** The owner of the text that is sent. */
export type WordsSource = 'company' | 'platform' | 'builtin'

export interface MailText {
  words: MailWords
  source: WordsSource
  /** The text that is sent if the text of this key is removed. */
  beneath: { words: MailWords; source: WordsSource }
  /** Sent back with the next save. */
  version: string
}

/** The version before anything was written. */
const NEVER = '1970-01-01T00:00:00.000000Z'
const TABLE = 'core_mail_texts'
const PARTS = ['subject', 'body', 'action'] as const

type Client = Pick<TransactionClientContract, 'from' | 'raw'>

/** The own words of exactly this key; null when there are none or they were removed. */
async function writtenWords({ company, trigger, language }: TextKey, client: Client = db): Promise<MailWords | null> {
  const query = client.from(TABLE).where({ trigger, language: supported(language) })
  if (company) query.where('company_id', company)
  else query.whereNull('company_id')
  return query
    .whereNotNull('body')
    .select(...PARTS)
    .first()
}

/** The words that are sent for this company: its own, else the platform's, else null for the default ones. */
export async function ownText({ company, ...key }: TextKey): Promise<MailWords | null> {
  return (company && (await writtenWords({ company, ...key }))) || writtenWords({ company: null, ...key })
}

/** Returns the text for an editor. In a scope that sees the key's company, or across companies. @throws AppError 404 for an unknown mail */
export async function readText(key: TextKey): Promise<MailText> {
  mailOf(key.trigger)
  const platform = key.company ? await writtenWords({ ...key, company: null }) : null
  const beneath = platform
    ? { words: platform, source: 'platform' as const }
    : { words: builtInWords(key.trigger, key.language), source: 'builtin' as const }
  const own = await writtenWords(key)
  const row = await rowOf(key)
    .select(db.raw(`${versionOf('updated_at')} as version`))
    .first()
  const source = key.company ? 'company' : 'platform'
  return { ...(own ? { words: own, source } : beneath), beneath, version: row?.version ?? NEVER }
}

function rowOf({ company, trigger, language }: TextKey) {
  const query = db.from(TABLE).where({ trigger, language })
  return company ? query.where('company_id', company) : query.whereNull('company_id')
}

export interface TextSave extends TextKey {
  /** Null removes the own words: the platform's or default ones are sent again. */
  words: MailWords | null
  /** The version that `readText` returned. */
  version: string
  /** The person who saves: a user's id. */
  by: number | null
}

/**
 * Saves words for a mail in one language, as the next version: in the company's own scope, the platform's across companies. Mails already
 * sent do not change.
 * @returns their new version
 * @throws AppError 404 unknown mail; 409 changed_meanwhile, with who it was; 422 as `checkedWords`
 */
export async function saveText({ words, version, by, ...key }: TextSave): Promise<string> {
  const { company, trigger, language } = key
  // Removing is checked too: the mail and the language must exist.
  const next = checkedWords(trigger, language, words ?? builtInWords(trigger, language))
  const parts = words ? next : { subject: null, body: null, action: null }
  await db.knexQuery().table(TABLE).insert({ company_id: company, trigger, language, updated_at: NEVER }).onConflict().ignore()
  const { id } = await rowOf(key).select('id').firstOrFail()
  const current = async (trx: Client) => (await writtenWords(key, trx)) ?? (await readText(key)).beneath.words
  await saveFrom({ table: TABLE, id, version, sent: { ...parts }, current, by: () => lastEditor(id) }, async (trx) => {
    await trx.from(TABLE).where('id', id).update(parts)
    await trx.rawQuery(
      `insert into core_mail_text_versions (company_id, text_id, number, subject, body, action, saved_by)
       select ?::bigint, ?::bigint, coalesce(max(number), 0) + 1, ?, ?, ?, ?::bigint from core_mail_text_versions where text_id = ?::bigint`,
      [company, id, parts.subject, parts.body, parts.action, by, id] as never[],
    )
    if (company) await emit(trx, mailTextChanged, { trigger, language })
  })
  return (await readText(key)).version
}

/** Admins write, whom a company does not see. */
async function lastEditor(textId: number): Promise<string | null> {
  const row = await asSystem('mail.last_editor', () => versions().where('v.text_id', textId).first())
  return row?.by ?? null
}

const versions = () =>
  db
    .from('core_mail_text_versions as v')
    .leftJoin('core_users as u', 'u.id', 'v.saved_by')
    .select('v.number', 'v.subject', 'v.body', 'v.action', 'v.created_at as at')
    .select(db.raw(`core_full_name(u.firstname, u.infix, u.lastname) as by`))
    .orderBy('v.number', 'desc')

export interface TextVersion {
  number: number
  /** Null when removed. */
  words: MailWords | null
  at: Date
  /** Who wrote it; null when that person is gone. */
  by: string | null
}

/** Earlier versions, newest first; at most 100. Across companies. */
export async function listVersions(key: TextKey): Promise<TextVersion[]> {
  const row = await rowOf(key).select('id').first()
  if (!row) return []
  const found = await versions().where('v.text_id', row.id).limit(100)
  return found.map(({ number, subject, body, action, at, by }) => ({
    number,
    words: body === null ? null : { subject, body, action },
    at,
    by,
  }))
}

/** Lists the mails with own texts in the current scope: of the platform and of each company that is visible in it. */
export async function listWritten(): Promise<TextKey[]> {
  return db.from(TABLE).whereNotNull('body').orderBy(['trigger', 'language']).select('company_id as company', 'trigger', 'language')
}
