import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** What an assignment needs of a course's version. */
export interface NewestVersion {
  id: number
  name: Record<string, string>
  adults_only: boolean
}

/** The version that new participants of a course take: the newest published one. @returns null when the course is not available */
export const newestVersion = (client: Pick<TransactionClientContract, 'from'>, courseId: number): Promise<NewestVersion | null> =>
  client
    .from('learning_course_versions as v')
    .join('learning_courses as c', 'c.id', 'v.course_id')
    .where('c.id', courseId)
    .where('c.status', 'available')
    .whereNotNull('v.published_at')
    .orderBy('v.number', 'desc')
    .select('v.id', 'v.name', 'v.adults_only')
    .first()
