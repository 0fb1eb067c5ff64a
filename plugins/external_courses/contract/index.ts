import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineEvent } from '#core/contract/events'
import { defineService } from '#core/contract/services'

/** An external course was added or changed; the event has its current state. */
export const externalCourseSaved = defineEvent<{
  courseId: number
  membershipId: number
  name: string
  passed: boolean
  /** The day on which it was recorded, `yyyy-mm-dd`; the day it was passed is not asked. */
  day: string
  /** The last valid day; null without an end. */
  validUntil: string | null
}>('external_courses.course.saved')

/** It was removed. */
export const externalCourseRemoved = defineEvent<{ courseId: number; membershipId: number }>('external_courses.course.removed')

/** External courses that are valid today, for plugins that then need not teach the same. Runs in the caller's scope. */
export interface OutsideProofs {
  /** Passed and valid courses of these people, as their supervisors named them. */
  valid(
    membershipIds: readonly number[],
    client?: Pick<TransactionClientContract, 'rawQuery'>,
  ): Promise<{ membershipId: number; name: string }[]>
}

export const outsideProofs = defineService<OutsideProofs>('external_courses.proofs')
