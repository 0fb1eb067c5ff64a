import { defineEvent } from '#core/contract/events'

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
