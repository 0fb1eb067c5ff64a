import { defineService } from '#core/contract/services'

/** For the demos of other plugins: an exam moment today with people in the room. Production code never calls it. */
export interface ExamsDemo {
  /** Adds an exam of a course and a moment in three hours, in the scope across companies. Idempotent. */
  addMomentToday(courseId: number): Promise<void>
  /** Gives members of the running company a confirmed seat at that moment; the first `arrived` of them are present. Idempotent. */
  fillRoom(courseId: number, members: readonly number[], arrived: number): Promise<void>
}

export const examsDemo = defineService<ExamsDemo>('exams.demo')
