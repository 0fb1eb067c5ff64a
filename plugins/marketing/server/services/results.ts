import db from '@adonisjs/lucid/services/db'
import type { Delivery } from '#core/contract/events'
import type { BookingFacts } from '#plugins/booking/contract/index'
import { BOOKED_WITHIN_DAYS } from '../../states.js'
import { TRIGGER } from './trigger.js'

/** The outbox row `m` of a recipient's mail, as an SQL condition over `r` (marketing_recipients). */
const IS_MAIL_OF = `m.company_id = r.company_id and m.trigger = '${TRIGGER}' and m.dedupe_key = r.campaign_id || '.' || r.membership_id`

const NOT_BOUNCED = `${IS_MAIL_OF} and r.state = 'sent' and r.bounced_at is null`
const NOT_DELIVERED = `${NOT_BOUNCED} and r.delivered_at is null`

/** The companies with bounced mails that were not noted yet. */
export const BOUNCES_DUE = `select r.company_id from marketing_recipients r join kit_bounced_mails m on ${NOT_BOUNCED}`

/** The companies with delivered mails that were not noted yet. */
export const DELIVERIES_DUE = `select r.company_id from marketing_recipients r join kit_sent_mails m on ${NOT_DELIVERED}`

/** Stores which mails bounced, before the outbox deletes them; the job `marketing.note_bounces`. */
export async function recordBounces(): Promise<void> {
  await db.rawQuery(`update marketing_recipients r set bounced_at = m.bounced_at from kit_bounced_mails m where ${NOT_BOUNCED}`)
}

/** Stores which mails the mail server accepted, before the outbox deletes them; the job `marketing.note_deliveries`. */
export async function recordDeliveries(): Promise<void> {
  await db.rawQuery(`update marketing_recipients r set delivered_at = m.sent_at from kit_sent_mails m where ${NOT_DELIVERED}`)
}

/**
 * Notes a confirmed booking for the people in it, and for the person who made it, in each campaign where they clicked shortly before.
 * Idempotent: a recipient has one moment of booking.
 */
export async function recordBooking(
  { membershipIds, bookedBy }: BookingFacts,
  { occurredAt }: Pick<Delivery, 'occurredAt'>,
): Promise<void> {
  await db.rawQuery(
    `update marketing_recipients set booked_at = :at
      where membership_id = any(:members::bigint[]) and booked_at is null
        and clicked_at between :at::timestamptz - make_interval(days => :days) and :at`,
    {
      at: occurredAt,
      members: [...membershipIds, ...(bookedBy === null ? [] : [bookedBy])],
      days: BOOKED_WITHIN_DAYS,
    } as never,
  )
}
