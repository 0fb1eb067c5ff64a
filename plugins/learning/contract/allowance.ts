import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'

/** A course that is being assigned to a person. */
export interface GivenCourse {
  participationId: number
  membershipId: number
  courseId: number
}

/**
 * Decides whether a company may assign a course. Learning calls it in the transaction that assigns the course; the plugin with the
 * company's contracts provides it (`contracts`; decision 0164). A booked course took its place when it was booked.
 */
export interface CourseAllowance {
  /** Takes a place and its cost. @throws AppError 409 contract_limit_reached: nothing is assigned */
  take(trx: TransactionClientContract, given: GivenCourse): Promise<void>
  /**
   * The same for many people and one course, in one statement, if no limit can refuse any of them.
   * @returns false when a limit applies: nothing is taken, and each person needs their own call of `take`
   */
  takeAll(trx: TransactionClientContract, courseId: number, given: readonly GivenCourse[]): Promise<boolean>
}

export const courseAllowance = defineService<CourseAllowance>('contracts.course_allowance')
