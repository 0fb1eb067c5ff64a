import { defineService } from '#core/contract/services'

/** The kinds of lines of a safety passport. Skills come from the plugin `skills` directly. */
export const PASSPORT_PARTS = ['certificates', 'outside', 'instructions', 'meetings', 'skills'] as const
export type PassportPart = (typeof PASSPORT_PARTS)[number]

/** One line: what the person has, since when and until when. */
export interface PassportLine {
  /** In one language, or in several. */
  name: string | Readonly<Record<string, string>>
  /** A detail that distinguishes it: a number, a place, a project. Empty if there is none. */
  detail: string
  /** `yyyy-mm-dd`; null if unknown. */
  from: string | null
  /** The last valid day, `yyyy-mm-dd`; null if it does not expire. */
  until: string | null
}

/** The lines of a member's passport, newest first, without withdrawn ones. Runs in the scope of their company. */
export interface PassportSource {
  lines(membershipId: number): Promise<PassportLine[]>
}

// Each plugin provides the lines of its own data.
export const certificateLines = defineService<PassportSource>('certificates.passport_lines')
export const outsideLines = defineService<PassportSource>('external_courses.passport_lines')
export const instructionLines = defineService<PassportSource>('direct_access.passport_lines')
export const meetingLines = defineService<PassportSource>('toolbox_meetings.passport_lines')
