import { randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { notFound } from '#core/contract/errors'
import { versionOf } from '#core/kit/database'
import { today } from '#core/kit/days'
import { inCompanyOfRow, type Session } from '#core/kit/scope'
import type { BookingType } from '#plugins/booking/contract/index'
import type { LinkTerms, PriceKind } from '../../contract/index.js'
import type { LinkState } from '../../states.js'

export const LINKS = 'booking_links_links'
export const UNIQUE = { booking_links_links_campaign: 'campaign' }

export interface LinkRow {
  id: number
  company_id: number
  company_name: string
  token: string
  campaign: string
  course_ids: number[]
  type: BookingType | null
  city: string
  language: string
  month: string
  price_kind: PriceKind
  price_value: number
  /** `yyyy-mm-dd` */
  expires_on: string | null
  max_uses: number | null
  /** The exam moment at which the link reserves seats. */
  moment_id: number | null
  reserved_seats: number
  /** The fewest people in one booking. */
  min_people: number
  registration: boolean
  is_on: boolean
  state: LinkState
  /** Bookings that hold one of its uses. */
  used: number
  visits: number
  started: number
  booked: number
  paid: number
  passed: number
  created_at: Date
  version: string
}

const DAYS = (column: string) =>
  `coalesce((select sum(d.${column}) from booking_links_days d where d.company_id = l.company_id and d.link_id = l.id), 0)::int`
const BOOKINGS = (what: string, where: string) =>
  `(select ${what} from booking_links_bookings b where b.company_id = l.company_id and b.link_id = l.id${where})`

/** A link's numbers, as SQL. */
export const COUNTS = {
  visits: DAYS('visits'),
  started: DAYS('started'),
  booked: BOOKINGS('count(*)::int', ' and b.stands'),
  paid: BOOKINGS('count(*)::int', ' and b.paid'),
  passed: BOOKINGS('coalesce(sum(b.passed), 0)::int', ''),
} as const
const USED = BOOKINGS('count(*)::int', ' and b.held')

/** A link's state, as SQL with one parameter: today. */
export const STATE = `case when not l.is_on then 'off' when l.expires_on < ?::date then 'expired'
  when ${USED} >= l.max_uses then 'used_up' else 'open' end`

/** Links with their state and results. */
export const links = (client: Pick<TransactionClientContract, 'from'> = db) =>
  client
    .from(`${LINKS} as l`)
    .join('kit_companies as c', 'c.id', 'l.company_id')
    .select('l.*', 'c.name as company_name')
    .select(db.raw(`l.expires_on::text as expires_on, ${versionOf('l.updated_at')} as version, ${USED} as used`))
    .select(db.raw(`${STATE} as state`, [today()]))
    .select(Object.entries(COUNTS).map(([name, sql]) => db.raw(`${sql} as ${name}`)))

/** @throws AppError 404 */
export async function findLink(by: { id: number | string } | { token: string }, client?: TransactionClientContract): Promise<LinkRow> {
  const [[column, value]] = Object.entries(by) as [['id' | 'token', string]]
  const row: LinkRow | null = await links(client).where(`l.${column}`, value).first()
  if (!row) throw notFound()
  return row
}

/** Runs in the company of a link; the admin's access is audited. */
export const atLink = <T>(session: Session, id: string, what: string, fn: () => Promise<T>): Promise<T> =>
  inCompanyOfRow(session, { table: LINKS, id, reason: `booking_links.${what}` }, fn)

/** 144 random bits, so that a token cannot be guessed. */
export const newToken = () => randomBytes(18).toString('base64url')

export const termsOf = (link: LinkRow, reservedLeft: number): LinkTerms => ({
  courses: link.course_ids,
  type: link.type,
  price: { kind: link.price_kind, value: link.price_value },
  minPeople: link.min_people,
  reserved: link.moment_id === null ? null : { momentId: link.moment_id, seatsLeft: reservedLeft },
})
