import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'

/** One course that is being given to one person. */
export interface GivenCourse {
  participationId: number
  membershipId: number
  courseId: number
}

/**
 * Whether a company may give a course, asked by learning in the transaction that gives it and answered by who keeps what was agreed
 * with the company (the plugin `contracts`; decision 0164). What a booking gives took its place when it was booked.
 */
export interface CourseAllowance {
  /** Takes a place, and what it may cost. @throws AppError 409 contract_limit_reached: nothing is given */
  take(trx: TransactionClientContract, given: GivenCourse): Promise<void>
  /**
   * The same for many people on one course, in one statement, where no limit can refuse any of them.
   * @returns false when a limit counts: nothing is taken, and each has to ask by itself
   */
  takeAll(trx: TransactionClientContract, courseId: number, given: readonly GivenCourse[]): Promise<boolean>
}

export const courseAllowance = defineService<CourseAllowance>('contracts.course_allowance')
