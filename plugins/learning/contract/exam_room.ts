import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'

export interface InTheRoom {
  membershipId: number
  courseId: number
}

/**
 * The room in which an exam is taken. Learning calls it for quizzes with `on_location`; the plugin `exams` provides it. Without a provider
 * such a quiz does not start.
 */
export interface ExamRoom {
  /**
   * Accepts a person who has a seat at an exam moment of this course today, once the examiner has started the exam.
   * @throws AppError 409 no_exam_seat, exam_not_started
   */
  assertStarted(trx: TransactionClientContract, person: InTheRoom): Promise<void>
  /** The minutes that the person gets in addition at that seat, for an adjustment of the exam; 0 for none. */
  extraMinutes(person: InTheRoom, trx?: TransactionClientContract): Promise<number>
}

export const examRoom = defineService<ExamRoom>('exams.room')
