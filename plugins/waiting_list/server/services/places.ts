import { fullName } from '#core/contract/full_name'
import { createHash, randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Infer } from '@vinejs/vine/types'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { mayMail } from '#core/kit/calls'
import { sendMail } from '#core/kit/mail'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { textIn, translate } from '#core/kit/words'
import { examsService } from '#plugins/exams/contract/index'
import { leadsService } from '#plugins/marketing/contract/index'
import type { PlaceStatus } from '../../statuses.js'
import type { placeValidator } from '../validators/places.js'

export interface PlaceRow {
  id: number
  company_id: number
  token: string
  email: string
  name: string
  mail_language: string
  membership_id: number | null
  course_id: number
  city: string
  language: string
  month: string
  status: PlaceStatus
  rank: number | null
  moment_id: number | null
  moment_starts_at: Date | null
  offer_until: Date | null
  created_at: Date
}

/** The caller id of the seats held for a place (exams). */
export const seatKey = (id: number) => `waiting_list:${id}`

/** The salutation of a mail: a person without a membership is addressed by the e-mail address, never by typed text. */
export const mailName = ({ membership_id: member, name, email }: Pick<PlaceRow, 'membership_id' | 'name' | 'email'>) =>
  member ? name : email

/** Records an event of a place. @param by membership; null: the person themselves, or a scheduled job */
export async function note(
  trx: TransactionClientContract,
  place: number,
  action: string,
  reason = '',
  by: number | null = null,
): Promise<void> {
  await trx
    .table('waiting_list_history')
    .insert({ company_id: currentCompanyId(), place_id: place, action, reason, by_membership_id: by, at: trx.raw('clock_timestamp()') })
}

/** Limits the mails to an address that somebody else enters, across all cities. */
const MAILS = { requests: 5, duration: '1 day' }
const mayAsk = (email: string) => mayMail([[MAILS, `waiting_list.mail:${createHash('sha256').update(email.toLowerCase()).digest('hex')}`]])

/** The current month, `yyyy-mm`. */
const thisMonth = () => new Date().toISOString().slice(0, 7)

/**
 * Requests a place in a queue. The response does not reveal whether the address was on the list: the mail tells its owner.
 * @param membershipId of a signed-in person, whose own address it is
 * @throws AppError 404 for a course that is not offered; 422 at month (past)
 */
export async function joinWaitingList(input: Infer<typeof placeValidator>, membershipId: number | null): Promise<void> {
  const { course, city, language, month, lang, name } = input
  if (month < thisMonth()) throw invalid('month', 'past')
  const member = membershipId ? await db.from('kit_members').where('id', membershipId).firstOrFail() : null
  // Empty for a member without one, who hears of it on screen.
  const email: string = member ? (member.email ?? '') : input.email
  const offer = await db.from('learning_offers').where('course_id', course).first()
  // A visitor can request the courses that they find in the catalogue.
  if (!offer || (!member && !offer.is_consumer_course)) throw notFound()
  // Read beforehand, so that the transaction needs no second connection.
  const mayBeMailed = Boolean(member) || (await mayAsk(email))
  const leads = input.contact ? await serviceOf(leadsService) : null
  await db.transaction(async (trx) => {
    const token = randomBytes(24).toString('base64url')
    const values = {
      ...{ company_id: currentCompanyId(), token, email, name: member ? fullName(member) : name },
      ...{ mail_language: lang, membership_id: membershipId, course_id: course, city, language, month },
    }
    const { rows } = await trx.rawQuery<{ rows: { id: number }[] }>(
      `insert into waiting_list_places (${Object.keys(values).join(', ')}) values (${Object.keys(values)
        .map(() => '?')
        .join(', ')})
       on conflict do nothing returning id`,
      Object.values(values) as never,
    )
    await leads?.submit(trx, {
      ...{ source: 'waiting_list', subject: textIn(offer.name, lang), message: `${city}, ${language}, ${month}` },
      ...{ name: values.name, email, language: lang, words: translate(lang, 'waiting_list.ask.contact') },
    })
    // The entry exists: the owner of the mailbox gets its link again.
    const known = rows[0] ? null : await active(trx, { email, membershipId, course, city, language, month })
    const id = rows[0]?.id ?? known?.id
    if (!id) return
    if (!known) await note(trx, id, 'asked')
    // A signed-in person has proved their address.
    if (!known && member) await queue(trx, id)
    else if (mayBeMailed && (!known || known.status === 'unconfirmed')) {
      await sendMail(trx, 'waiting_list.mail.confirm', {
        to: { email, name: mailName({ ...values, email }), language: lang },
        payload: { placeId: id },
      })
    }
  })
}

interface Asked {
  email: string
  membershipId: number | null
  course: number
  city: string
  language: string
  month: string
}

/** Identifies the person of a place, like the unique key: by address, or by membership without one. `?`: `samePerson`. */
export const SAME_PERSON = `coalesce(nullif(lower(email), ''), 'member ' || membership_id::text) = ?`
export const samePerson = (email: string, membershipId: number | null): string[] => [email.toLowerCase() || `member ${membershipId}`]

async function active(
  trx: TransactionClientContract,
  { email, membershipId, course, city, language, month }: Asked,
): Promise<PlaceRow | null> {
  return trx
    .from('waiting_list_places')
    .whereRaw(`${SAME_PERSON} and search_key(city) = search_key(?)`, [...samePerson(email, membershipId), city])
    .where({ course_id: course, language, month })
    .whereIn('status', ['unconfirmed', 'waiting', 'offered'])
    .first()
}

/** Adds it at the end of the line, where it counts from now on. */
async function queue(trx: TransactionClientContract, id: number): Promise<void> {
  await trx
    .from('waiting_list_places')
    .where('id', id)
    .update({ status: 'waiting', rank: trx.raw(`nextval('waiting_list_rank')`) })
  await note(trx, id, 'confirmed')
}

export const findByToken = async (token: string): Promise<PlaceRow> => {
  const row: PlaceRow | null = await db.from('waiting_list_places').where('token', token).first()
  if (!row) throw notFound()
  return row
}

/**
 * The owner's actions on a place: confirm the address, accept or decline an offer, leave the line. Idempotent.
 * @throws AppError 404; 409 offer_over for an offer that expired or was answered, no_seats_left
 */
export async function answerPlace(token: string, action: 'confirm' | 'accept' | 'decline' | 'leave'): Promise<PlaceRow> {
  const exams = await serviceOf(examsService)
  await db.transaction(async (trx) => {
    const row: PlaceRow | null = await trx.from('waiting_list_places').where('token', token).forUpdate().first()
    if (!row) throw notFound()
    const to = (status: PlaceStatus) => trx.from('waiting_list_places').where('id', row.id).update({ status })
    if (action === 'confirm') {
      if (row.status === 'unconfirmed') await queue(trx, row.id)
      return
    }
    if (action === 'leave') {
      if (!['unconfirmed', 'waiting'].includes(row.status)) return
      await to('left')
      return note(trx, row.id, 'left')
    }
    const done = action === 'accept' ? 'accepted' : 'declined'
    if (row.status === done) return
    const stands = row.status === 'offered' && row.offer_until!.getTime() > Date.now()
    if (!stands || !exams) throw conflict('offer_over')
    await to(done)
    await note(trx, row.id, done)
    if (done === 'declined') return exams.release(seatKey(row.id), trx)
    await exams.confirm(seatKey(row.id), trx)
    const supervisors: { id: number; language: string }[] = await trx
      .from('kit_members')
      .where({ role: 'beheerder', status: 'active' })
      .select('id', 'language')
    for (const { id: member, language } of supervisors) {
      await sendMail(trx, 'waiting_list.mail.accepted', { to: { member }, payload: { placeId: row.id, language } })
    }
  })
  return findByToken(token)
}
