import { defineService } from '#core/contract/services'

/** What a line of a safety passport is about. Skills are asked of the plugin `skills` itself. */
export const PASSPORT_PARTS = ['certificates', 'outside', 'instructions', 'meetings', 'skills'] as const
export type PassportPart = (typeof PASSPORT_PARTS)[number]

/** One line: what somebody has, since when and until when. */
export interface PassportLine {
  /** In one language, or in each that it has. */
  name: string | Readonly<Record<string, string>>
  /** What distinguishes it: a number, a place, a project. Empty when there is nothing. */
  detail: string
  /** `yyyy-mm-dd`; null when it is not known. */
  from: string | null
  /** The last valid day, `yyyy-mm-dd`; null: without an end. */
  until: string | null
}

/** Lines of a member's passport, newest first; what was withdrawn is left out. Runs in the scope of their company. */
export interface PassportSource {
  lines(membershipId: number): Promise<PassportLine[]>
}

// Each is provided by the plugin that keeps the data.
export const certificateLines = defineService<PassportSource>('certificates.passport_lines')
export const outsideLines = defineService<PassportSource>('external_courses.passport_lines')
export const instructionLines = defineService<PassportSource>('direct_access.passport_lines')
export const meetingLines = defineService<PassportSource>('toolbox_meetings.passport_lines')
