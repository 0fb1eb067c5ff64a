import { type QrPath, qrPath } from '#core/kit/qr'
import type { MeetingKind, NormStatus } from '../../kinds.js'
import { type Norm, inPersonNeeded, standingOf } from '../../norm.js'
import type { StandingRow } from '../lists/people.js'
import type { MeetingRow } from '../services/meetings.js'
import type { ownMeetings } from '../services/own.js'
import type { AttendeeRow, CorrectionRow } from '../services/presence.js'
import type { SignFacts } from '../services/signing.js'

export interface MeetingView {
  id: number
  topic: string
  /** `yyyy-mm-dd`. */
  held_on: string
  place: string
  kind: MeetingKind
  led_by: string | null
  present: number
  expected: number
  status: 'open' | 'closed'
  /** ISO 8601. */
  closed_at: string | null
  has_photo: boolean
  updated_at: string
}

export const toMeeting = (row: MeetingRow): MeetingView => ({
  ...{ id: row.id, topic: row.topic, held_on: row.held_on, place: row.place, kind: row.kind, led_by: row.led_by },
  ...{ present: row.present, expected: row.expected, status: row.closed_at === null ? 'open' : 'closed' },
  closed_at: row.closed_at?.toISOString() ?? null,
  has_photo: row.photo_file_id !== null,
  updated_at: row.version,
})

export interface AttendeeView {
  id: number
  /** Null: the person was erased. */
  membership_id: number | null
  person: string | null
  is_present: boolean
  way: 'ticked' | 'signed' | null
}

export interface CorrectionView {
  id: number
  act: 'present' | 'absent' | 'details'
  person: string | null
  fields: string[]
  reason: string
  by: string | null
  at: string
}

export interface MeetingDetail extends MeetingView {
  attendees: AttendeeView[]
  corrections: CorrectionView[]
  /** The address where people sign; null once the meeting is closed. */
  link: string | null
  qr: QrPath | null
}

export const toDetail = (row: MeetingRow, attendees: AttendeeRow[], corrections: CorrectionRow[], link: string): MeetingDetail => ({
  ...toMeeting(row),
  attendees: attendees.map(({ id, membership_id: membershipId, person, present_at: at, way }) => ({
    ...{ id, membership_id: membershipId, person, is_present: at !== null, way },
  })),
  corrections: corrections.map(({ id, act, person, fields, reason, by_name: by, at }) => ({
    ...{ id, act, person, fields, reason, by, at: at.toISOString() },
  })),
  link: row.closed_at === null ? link : null,
  qr: row.closed_at === null ? qrPath(link) : null,
})

export interface NormView {
  attend: number
  of: number
  in_person: number
}

export const toNorm = (norm: Norm | null): NormView | null => norm && { attend: norm.attend, of: norm.of, in_person: inPersonNeeded(norm) }

export interface StandingView {
  id: number
  name: string
  attended: number
  in_person: number
  expected: number
  standing: NormStatus
}

export const toStanding = (row: StandingRow): StandingView => ({
  ...{ id: row.id, name: row.name, attended: row.attended, in_person: row.in_person, expected: row.expected },
  standing: standingOf(row.norm, row),
})

export const toOwn = ({ year, meetings, attended, in_person, norm }: Awaited<ReturnType<typeof ownMeetings>>) => ({
  ...{ year, attended, in_person, norm: toNorm(norm), standing: standingOf(norm, { attended, in_person }) },
  meetings: meetings.map(({ id, topic, held_on, place, kind }) => ({ id, topic, held_on, place, kind })),
})

/** Returns the data for anybody with the link: the meeting, without other people. */
export const toSigning = ({ meeting, company, visitor, isPresent }: SignFacts) => ({
  ...{ topic: meeting.topic, held_on: meeting.held_on, place: meeting.place, kind: meeting.kind },
  is_closed: meeting.closed_at !== null,
  company: { name: company.name, login_id: company.loginId },
  ...{ visitor, is_present: isPresent },
})
export type SigningView = ReturnType<typeof toSigning>
