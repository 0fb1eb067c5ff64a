import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'

/** The room in which an exam is taken, asked by learning about quizzes with `on_location` and provided by `exams`. Without it such a quiz does not start. */
export interface ExamRoom {
  /**
   * Passes somebody who sits at an exam moment of this course today and whose examiner started the exam.
   * @throws AppError 409 no_exam_seat, exam_not_started
   */
  assertStarted(trx: TransactionClientContract, person: { membershipId: number; courseId: number }): Promise<void>
}

export const examRoom = defineService<ExamRoom>('exams.room')
