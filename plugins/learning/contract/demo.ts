import { defineService } from '#core/contract/services'

/** What the demos of other plugins need of learning: people who have done something. Nothing in production calls it. */
export interface LearningDemo {
  /** Makes a folder of docs/course-format.md one of the platform's courses, in the scope across companies. @returns its id @throws Error with its first mistake */
  importPlatformCourse(folder: string): Promise<number>
  /**
   * Takes a course from its first step to its last as a participant would, with every answer right.
   * @param beforeQuiz called before each attempt begins, for what has to be prepared
   */
  takeCourse(
    membershipId: number,
    courseId: number,
    beforeQuiz: (participationId: number, activityId: number) => Promise<void>,
    duringQuiz: (attemptId: number) => Promise<void>,
  ): Promise<void>
}

export const learningDemo = defineService<LearningDemo>('learning.demo')
