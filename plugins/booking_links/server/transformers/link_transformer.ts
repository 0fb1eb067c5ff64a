import type { LinkRow } from '../services/store.js'

/** A link as shown in the list. */
export function toLink(row: LinkRow) {
  const { id, campaign, type, state, is_on, company_name: company, price_kind, price_value, expires_on, max_uses, used } = row
  return {
    ...{ id, campaign, company, type, state, is_on, price_kind, price_value, expires_on, max_uses, used },
    ...{ visits: row.visits, started: row.started, booked: row.booked, paid: row.paid, passed: row.passed },
    courses: row.course_ids,
    token: row.token,
  }
}

/** A complete link, in the shape of its form's data. */
export function toDetail(
  row: LinkRow,
  names: readonly { id: number; name: string; gone: boolean }[],
  reserved: { city: string; location: string; starts_at: string; seats_left: number } | null,
) {
  const { city, language, month, registration, company_id, moment_id, reserved_seats, min_people } = row
  return {
    ...toLink(row),
    ...{ city, language, month, registration, company_id, names, updated_at: row.version },
    ...{ moment_id, reserved_seats, min_people, reserved },
  }
}

export type Link = ReturnType<typeof toLink>
export type LinkDetail = ReturnType<typeof toDetail>
