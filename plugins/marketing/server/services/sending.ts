import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { sendMail } from '#core/kit/mail'
import { platformUrl } from '#core/kit/settings'
import { type Variant, WRITTEN_IN, type WrittenIn } from '../../states.js'
import { MAY_BE_MAILED } from './audience.js'
import type { CampaignWords, OtherSubjects } from './campaigns.js'
import { tokenOf } from './tokens.js'
import { TRIGGER } from './trigger.js'

/** Mails per transaction: a process that is killed loses at most this much work. */
const BATCH = 50

/** The values of a campaign's mail. */
export interface MailFacts {
  campaignId: number
  recipientId: number
}

/** A campaign that is being sent, or whose scheduled moment has come, as an SQL condition over `c`. */
const IS_DUE = `(c.state = 'sending' or c.state = 'scheduled' and c.starts_at <= now())`

/** A campaign whose two subjects were tried long enough, as an SQL condition over `c`. */
const TRIAL_OVER = `c.state = 'sending' and c.chosen is null and c.trial_ends_at <= now()`

/** The companies with people who wait for a mail, or for the end of a trial that is over. */
export const SENDING_DUE = `select r.company_id from marketing_recipients r join marketing_campaigns c on c.id = r.campaign_id
  where r.state = 'waiting' and ${IS_DUE} or r.state = 'held' and ${TRIAL_OVER}`

/** Unique key of one mail to a person of a campaign. The outbox stores a key once, however often this runs. */
const keyOf = (campaign: number, member: number) => `${campaign}.${member}`

/**
 * Writes the mails to the running company's people, at the pace of their campaigns; the job `marketing.send`, each minute. A mail and the
 * record that it was written are stored in one transaction: after a crash nobody gets the mail twice and nobody is skipped.
 */
export async function sendCampaigns(): Promise<void> {
  await chooseSubjects()
  const campaigns: { id: number }[] = await db
    .from('marketing_campaigns as c')
    .whereRaw(IS_DUE)
    .whereRaw(`exists (select from marketing_recipients r where r.campaign_id = c.id and r.state = 'waiting')`)
    .orderBy('c.id')
    .select('c.id')
  for (const { id } of campaigns) {
    let goesOn = true
    while (goesOn) goesOn = await db.transaction((trx) => sendBatch(trx, id))
  }
}

/** Chooses the better subject where a trial is over, for all companies of the campaign. */
async function chooseSubjects(): Promise<void> {
  const over: { id: number }[] = await db.from('marketing_campaigns as c').whereRaw(TRIAL_OVER).orderBy('c.id').select('c.id')
  for (const { id } of over) await db.rawQuery('select marketing_choose(?)', [id])
}

/** @returns whether more mails may be due in this minute */
async function sendBatch(trx: TransactionClientContract, campaign: number): Promise<boolean> {
  const next = () => trx.from('marketing_recipients').where({ campaign_id: campaign, state: 'waiting' }).orderBy('id')
  const wanted = (await next().limit(BATCH).select('id')).length
  if (!wanted) return false
  const { rows } = await trx.rawQuery<{ rows: { granted: number }[] }>('select marketing_take(?, ?) as granted', [campaign, wanted])
  const { granted } = rows[0]!
  if (!granted) return false
  const waiting: { id: number; membership_id: number | null }[] = await next()
    .limit(granted)
    .forUpdate()
    .skipLocked()
    .select('id', 'membership_id')
  for (const { id, membership_id: member } of waiting) {
    const email = member === null ? null : await addressOf(trx, member)
    const isSent =
      email !== null &&
      (await sendMail(trx, TRIGGER, {
        // To the address that gave consent: the mail is not forwarded.
        to: { member: member!, at: email },
        payload: { campaignId: campaign, recipientId: id } satisfies MailFacts,
        key: keyOf(campaign, member!),
      }))
    await trx.rawQuery(
      isSent
        ? `update marketing_recipients set state = 'sent', sent_at = clock_timestamp(), address_hash = marketing_address(?) where id = ?`
        : `update marketing_recipients set state = 'skipped' where id = ?`,
      isSent ? [email, id] : [id],
    )
  }
  await trx.rawQuery('select marketing_finish(?)', [campaign])
  return granted === wanted
}

/** The address of a person who may still be mailed. */
async function addressOf(trx: TransactionClientContract, member: number): Promise<string | null> {
  const { rows } = await trx.rawQuery<{ rows: { email: string }[] }>(
    `select p.email from kit_members p where p.id = ? and ${MAY_BE_MAILED}`,
    [member],
  )
  return rows[0]?.email ?? null
}

/** The values of a mail besides its words. Null once its reader unsubscribed, or the campaign is deleted. */
export async function mailValues({ campaignId, recipientId }: MailFacts): Promise<Record<string, string> | null> {
  const found: { link: string } | null = await db
    .from('marketing_recipients as r')
    .join('marketing_campaigns as c', 'c.id', 'r.campaign_id')
    .where({ 'r.id': recipientId, 'c.id': campaignId })
    .whereRaw('not exists (select from marketing_suppressed s where s.address_hash = r.address_hash)')
    .select('c.link')
    .first()
  if (!found) return null
  return found.link ? { actionUrl: await platformUrl(`/m/${tokenOf('click', recipientId)}`) } : {}
}

/** The campaign's words in a person's language, else in the first language that it is written in, with the person's own subject. */
export async function mailWords({ campaignId, recipientId }: MailFacts, language: string) {
  const found: { words: CampaignWords; other_subjects: OtherSubjects; variant: Variant | null } | null = await db
    .from('marketing_campaigns as c')
    .leftJoin('marketing_recipients as r', (join) => void join.on('r.campaign_id', 'c.id').andOnVal('r.id', recipientId))
    .where('c.id', campaignId)
    .select('c.words', 'c.other_subjects', db.raw('coalesce(r.variant, c.chosen) as variant'))
    .first()
  const words = found && wordsIn(found.words, language)
  return words && withSubject(words, found.other_subjects?.[words.language], found.variant)
}

/** Words with the second subject, if that is the one to use. Pure. */
export const withSubject = <W extends { subject: string }>(words: W, other: string | undefined, variant: Variant | null): W =>
  variant === 'b' && other ? { ...words, subject: other } : words

/** Pure. */
export function wordsIn(words: CampaignWords, wished: string) {
  const language = [wished as WrittenIn, ...WRITTEN_IN].find((one) => words[one])
  return language ? { language, ...words[language]! } : null
}

export const unsubscribeAddress = ({ recipientId }: MailFacts) => platformUrl(`/afmelden/${tokenOf('unsubscribe', recipientId)}`)
