import { defineService } from '#core/contract/services'

/** For the demos of other plugins: people with progress in learning. Production code never calls it. */
export interface LearningDemo {
  /**
   * Imports a folder in the format of docs/course-format.md as a course of the platform, in the scope across companies. @returns its id
   * @throws Error with the first mistake
   */
  importPlatformCourse(folder: string): Promise<number>
  /**
   * Takes a course from the first step to the last as a participant would, with every answer right.
   * @param beforeQuiz called before each attempt begins, for any preparation it needs
   */
  takeCourse(
    membershipId: number,
    courseId: number,
    beforeQuiz: (participationId: number, activityId: number) => Promise<void>,
    duringQuiz: (attemptId: number) => Promise<void>,
  ): Promise<void>
}

export const learningDemo = defineService<LearningDemo>('learning.demo')
