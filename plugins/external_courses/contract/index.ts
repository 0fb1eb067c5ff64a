import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineEvent } from '#core/contract/events'
import { defineService } from '#core/contract/services'

/** Something that somebody learned elsewhere was written down or changed: how it stands now. */
export const externalCourseSaved = defineEvent<{
  courseId: number
  membershipId: number
  name: string
  passed: boolean
  /** The day on which it was written down, `yyyy-mm-dd`: when it was passed nobody asks. */
  day: string
  /** The last day on which it counts; null: no end. */
  validUntil: string | null
}>('external_courses.course.saved')

/** It was taken away. */
export const externalCourseRemoved = defineEvent<{ courseId: number; membershipId: number }>('external_courses.course.removed')

/** What people learned elsewhere and count today, for plugins that need not teach it again. In the caller's scope. */
export interface OutsideProofs {
  /** Passed and not past its last day, of these people: as their supervisors named it. */
  valid(
    membershipIds: readonly number[],
    client?: Pick<TransactionClientContract, 'rawQuery'>,
  ): Promise<{ membershipId: number; name: string }[]>
}

export const outsideProofs = defineService<OutsideProofs>('external_courses.proofs')
