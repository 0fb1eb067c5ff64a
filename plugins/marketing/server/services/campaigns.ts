import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { AppError, conflict, invalid, notFound } from '#core/contract/errors'
import { saveFrom, versionOf } from '#core/kit/database'
import { PLATFORM_ZONE } from '#core/kit/days'
import { checkedWords, type MailWords } from '#core/kit/mail'
import { acrossCompanies, type Session } from '#core/kit/scope'
import type { CampaignAct, CampaignState, Variant, WrittenIn } from '../../states.js'
import { WRITTEN_IN } from '../../states.js'
import { type Audience, audienceSql, hasCampaigns, storeRecipients, unknownFilters } from './audience.js'
import { ownPath } from './own_path.js'
import { chooseByHand, trialOf } from './trial.js'
import { TRIGGER } from './trigger.js'

const CAMPAIGNS = 'marketing_campaigns'

export type CampaignWords = Partial<Record<WrittenIn, MailWords>>

/** The form's data: words by part and language. A campaign is not available in a language without subject and body. */
export type CampaignInput = Audience & { name: string; link: string; pace: number } & Record<
    `${'subject' | 'body' | 'action'}_${WrittenIn}`,
    string
  > & { [B in `subject_b_${WrittenIn}`]?: string | undefined } & { trial_share?: number | undefined; trial_hours?: number | undefined }

/** The second subject by language; null without a trial. */
export type OtherSubjects = Partial<Record<WrittenIn, string>> | null

export interface CampaignRow {
  id: number
  name: string
  audience: Audience
  words: CampaignWords
  other_subjects: OtherSubjects
  trial_share: number | null
  trial_hours: number | null
  trial_ends_at: Date | null
  chosen: Variant | null
  chosen_by_hand: boolean
  link: string
  pace: number
  state: CampaignState
  starts_at: Date | null
  started_at: Date | null
  finished_at: Date | null
  version: string
}

/** The number of recipients, and the results of their mails. */
const COUNTS = `count(r.id)::int as people, count(*) filter (where r.state in ('waiting', 'held'))::int as waiting,
  count(*) filter (where r.state = 'sent')::int as sent, count(*) filter (where r.state = 'skipped')::int as skipped,
  count(r.delivered_at) filter (where r.bounced_at is null)::int as delivered, count(r.bounced_at)::int as bounced,
  count(r.clicked_at)::int as clicked, count(r.booked_at)::int as booked, count(r.unsubscribed_at)::int as unsubscribed`
const COUNTED = ['people', 'waiting', 'sent', 'skipped', 'delivered', 'bounced', 'clicked', 'booked', 'unsubscribed'] as const
type Counts = Record<(typeof COUNTED)[number], number>

const MAX_CAMPAIGNS = 200
const NUMBER = /^[1-9]\d{0,14}$/

/** A campaign's number in an address. @throws AppError 404 for an invalid number */
export function campaignId(given: unknown): number {
  if (!NUMBER.test(String(given))) throw notFound()
  return Number(given)
}

const find = (client: Pick<TransactionClientContract, 'from'>, id: number): Promise<CampaignRow | null> =>
  client
    .from(CAMPAIGNS)
    .where('id', id)
    .select('*', db.raw(`${versionOf('updated_at')} as version`))
    .first()

/** Campaigns with their numbers, newest first. */
export const listCampaigns = (session: Session) =>
  acrossCompanies(session, 'marketing.list', async () => {
    const rows: (CampaignRow & Counts)[] = await db
      .from(`${CAMPAIGNS} as c`)
      .leftJoin('marketing_recipients as r', 'r.campaign_id', 'c.id')
      .groupBy('c.id')
      .orderBy('c.id', 'desc')
      .limit(MAX_CAMPAIGNS)
      .select('c.id', 'c.name', 'c.state', 'c.starts_at', 'c.started_at', 'c.finished_at', db.raw(COUNTS))
    return rows.map((row) => ({ ...summaryOf(row), counts: countsOf(row) }))
  })

const iso = (at: Date | null) => at?.toISOString() ?? null
const summaryOf = ({ id, name, state, starts_at: starts, started_at: started, finished_at: finished }: CampaignRow) => ({
  ...{ id: Number(id), name, state },
  ...{ starts_at: iso(starts), started_at: iso(started), finished_at: iso(finished) },
})
const countsOf = (row: Counts): Counts => Object.fromEntries(COUNTED.map((key) => [key, row[key]])) as Counts

async function detailOf(row: CampaignRow, client: Pick<TransactionClientContract, 'from'> = db) {
  const counts: Counts = await client.from('marketing_recipients as r').where('r.campaign_id', row.id).select(db.raw(COUNTS)).first()
  const { audience, words, link, pace, version } = row
  return {
    ...summaryOf(row),
    ...audience,
    words,
    link,
    pace,
    trial: await trialOf(row, client),
    updated_at: version,
    counts: countsOf(counts),
  }
}
export type CampaignDetail = Awaited<ReturnType<typeof detailOf>>

/** @throws AppError 404 */
export async function findCampaign(id: number): Promise<CampaignRow> {
  const row = await find(db, id)
  if (!row) throw notFound()
  return row
}

export const showCampaign = (session: Session, id: number) =>
  acrossCompanies(session, 'marketing.show', async () => detailOf(await findCampaign(id)))

/**
 * The columns of a campaign for the form's data.
 * @throws AppError 422 at a part of the words (as `checkedWords`), at `subject_nl` where nothing is written, at `link` (own_address), and at
 * `company` and `people` (enum)
 */
async function columnsOf(session: Session, input: CampaignInput) {
  const { name, link, pace, company, roles, languages, people, ...parts } = input
  if (!(await hasCampaigns(company))) throw invalid('company', 'enum')
  if (unknownFilters(session, people).length) throw invalid('people', 'enum')
  const words: CampaignWords = {}
  for (const language of WRITTEN_IN) {
    const [subject, body, action] = [parts[`subject_${language}`], parts[`body_${language}`], parts[`action_${language}`]]
    if (subject.trim() || body.trim() || parts[`subject_b_${language}`]?.trim())
      words[language] = atLanguage(language, () => checkedWords(TRIGGER, language, { subject, body, action }))
  }
  if (!Object.keys(words).length) throw invalid('subject_nl', 'required')
  const path = link.trim() ? await ownPath(link.trim()) : ''
  if (path === null) throw invalid('link', 'own_address')
  return {
    name,
    pace,
    link: path,
    audience: JSON.stringify({ company, roles, languages, people }),
    words: JSON.stringify(words),
    ...trialColumns(input, words),
  }
}

/** @throws AppError 422 at `subject_b_<language>`: required where the mail is written in the language, and as `checkedWords` */
function trialColumns(input: CampaignInput, words: CampaignWords) {
  const written = WRITTEN_IN.filter((language) => words[language])
  if (!written.some((language) => input[`subject_b_${language}`]?.trim()))
    return { other_subjects: null, trial_share: null, trial_hours: null }
  const subjects = written.map((language) => {
    const subject = input[`subject_b_${language}`] ?? ''
    if (!subject.trim()) throw invalid(`subject_b_${language}`, 'required')
    const checked = atLanguage(`b_${language}`, () => checkedWords(TRIGGER, language, { ...words[language]!, subject }))
    return [language, checked.subject]
  })
  const { trial_share: share = 10, trial_hours: hours = 24 } = input
  return { other_subjects: JSON.stringify(Object.fromEntries(subjects)), trial_share: share, trial_hours: hours }
}

/** A campaign in the shape of the form's data. */
const formOf = ({ name, link, pace, audience, words, other_subjects: other, trial_share: share, trial_hours: hours }: CampaignRow) => ({
  ...{ name, link, pace, ...audience, trial_share: share ?? undefined, trial_hours: hours ?? undefined },
  ...Object.fromEntries(WRITTEN_IN.map((language) => [`subject_b_${language}`, other?.[language] ?? ''])),
  ...(Object.fromEntries(
    WRITTEN_IN.flatMap((language) =>
      (['subject', 'body', 'action'] as const).map((part) => [`${part}_${language}`, words[language]?.[part] ?? '']),
    ),
  ) as Record<`${'subject' | 'body' | 'action'}_${WrittenIn}`, string>),
})

/** Maps errors in the words to the fields of the form. */
function atLanguage<T>(language: string, fn: () => T): T {
  try {
    return fn()
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 422) throw error
    const { errors } = error.details as { errors: { field: string }[] }
    throw new AppError(422, error.code, { errors: errors.map((one) => ({ ...one, field: `${one.field}_${language}` })) })
  }
}

/** @throws AppError 422 as `columnsOf` */
export const createCampaign = (session: Session, input: CampaignInput): Promise<CampaignDetail> =>
  acrossCompanies(session, 'marketing.create', async () => {
    const [{ id }] = await db
      .table(CAMPAIGNS)
      .insert(await columnsOf(session, input))
      .returning('id')
    return detailOf(await findCampaign(id))
  })

/** @throws AppError 404; 409 not_a_draft, changed_meanwhile; 422 as `columnsOf` */
export const updateCampaign = (session: Session, id: number, { updated_at: version, ...input }: CampaignInput & { updated_at: string }) =>
  acrossCompanies(session, 'marketing.update', async () => {
    if ((await findCampaign(id)).state !== 'draft') throw conflict('not_a_draft')
    const columns = await columnsOf(session, input)
    const current = async (trx: TransactionClientContract) => formOf((await find(trx, id))!)
    await saveFrom({ table: CAMPAIGNS, id, version, sent: input, current }, async (trx) => {
      if (!Number(await trx.from(CAMPAIGNS).where({ id, state: 'draft' }).update(columns))) throw conflict('not_a_draft')
    })
    return detailOf(await findCampaign(id))
  })

/** @throws AppError 404; 409 not_a_draft: a sent campaign cannot be deleted */
export const removeCampaign = (session: Session, id: number): Promise<void> =>
  acrossCompanies(session, 'marketing.remove', async () => {
    await findCampaign(id)
    if (!Number(await db.from(CAMPAIGNS).where({ id, state: 'draft' }).delete())) throw conflict('not_a_draft')
  })

/**
 * Starts a draft now or at a given moment, and stores its recipients. Of two concurrent starts one succeeds.
 * @param when day and time in the platform's time zone; null: now
 * @throws AppError 404; 409 not_a_draft, nobody_to_mail; 422 at `day` (past)
 */
export const startCampaign = (session: Session, id: number, when: { day: string; time: string } | null): Promise<CampaignDetail> =>
  acrossCompanies(session, 'marketing.start', async () => {
    const { audience } = await findCampaign(id)
    const at = when && DateTime.fromISO(`${when.day}T${when.time}`, { zone: PLATFORM_ZONE })
    if (at && at <= DateTime.now()) throw invalid('day', 'past')
    const people = await audienceSql(session, audience)
    await db.transaction(async (trx) => {
      const started = at ? { state: 'scheduled', starts_at: at.toJSDate() } : { state: 'sending', started_at: new Date() }
      const changed = await trx
        .from(CAMPAIGNS)
        .where({ id, state: 'draft' })
        .update({ ...started, updated_at: trx.raw('clock_timestamp()') })
      if (!Number(changed)) throw conflict('not_a_draft')
      if (!(await storeRecipients(trx, id, people))) throw conflict('nobody_to_mail')
    })
    return detailOf(await findCampaign(id))
  })

const FROM: Record<Exclude<CampaignAct, 'choose_a' | 'choose_b'>, CampaignState[]> = {
  pause: ['sending'],
  resume: ['paused'],
  stop: ['sending', 'paused'],
  unschedule: ['scheduled'],
}

/**
 * Pauses a campaign, resumes it, stops it for the remaining recipients, turns a scheduled one back into a draft, or chooses the subject for
 * the recipients outside its trial. Waits for mails that are being written.
 * @throws AppError 404; 409 not_possible_now
 */
export const actOnCampaign = (session: Session, id: number, act: CampaignAct): Promise<CampaignDetail> =>
  acrossCompanies(session, `marketing.${act}`, async () => {
    await findCampaign(id)
    if (act === 'choose_a' || act === 'choose_b') {
      await chooseByHand(id, act === 'choose_a' ? 'a' : 'b')
      return detailOf(await findCampaign(id))
    }
    await db.transaction(async (trx) => {
      const values = {
        pause: { state: 'paused' },
        resume: { state: 'sending' },
        stop: { state: 'done', finished_at: new Date() },
        unschedule: { state: 'draft', starts_at: null },
      }[act]
      const changed = await trx
        .from(CAMPAIGNS)
        .where('id', id)
        .whereIn('state', FROM[act])
        .update({ ...values, updated_at: trx.raw('clock_timestamp()') })
      if (!Number(changed)) throw conflict('not_possible_now')
      const waiting = trx.from('marketing_recipients').where('campaign_id', id).whereIn('state', ['waiting', 'held'])
      if (act === 'stop') await waiting.update({ state: 'skipped' })
      if (act === 'unschedule') await waiting.delete()
    })
    return detailOf(await findCampaign(id))
  })
