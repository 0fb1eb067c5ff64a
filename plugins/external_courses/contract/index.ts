import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineEvent, type PayloadOf } from '#core/contract/events'
import { defineService } from '#core/contract/services'

/** An external course was added or changed; the event has its current state. */
export const externalCourseSaved = defineEvent<{
  courseId: number
  membershipId: number
  name: string
  /** It proves something: passed, approved by a supervisor, and not denied by the register. */
  passed: boolean
  /** The day on which it was obtained, `yyyy-mm-dd`; else the day on which it was recorded. */
  day: string
  /** The last valid day; null without an end. */
  validUntil: string | null
}>('external_courses.course.saved')

/** It was removed. */
export const externalCourseRemoved = defineEvent<{ courseId: number; membershipId: number }>('external_courses.course.removed')

/** External courses that are valid today, for plugins that then need not teach the same. Runs in the caller's scope. */
export interface OutsideProofs {
  /** Passed, approved and valid courses of these people, as their supervisors named them. */
  valid(
    membershipIds: readonly number[],
    client?: Pick<TransactionClientContract, 'rawQuery'>,
  ): Promise<{ membershipId: number; name: string }[]>
  /**
   * A course as it is now, in the form of its event; null once it was removed. For listeners: events may be delivered late, or in another
   * order.
   */
  facts(courseId: number, client?: Pick<TransactionClientContract, 'from'>): Promise<PayloadOf<typeof externalCourseSaved> | null>
}

export const outsideProofs = defineService<OutsideProofs>('external_courses.proofs')
