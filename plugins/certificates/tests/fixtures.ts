import type { CoursePassed } from '../server/services/issue_service.js'

/** Far from the demo's ids, so that each test has its own participations. */
let nextParticipation = 900_000

/** Id of a member of the running company. */
export async function membershipOf(email: string): Promise<number> {
  // Not before the application has booted.
  const { default: db } = await import('@adonisjs/lucid/services/db')
  const row = await db
    .from('core_memberships as m')
    .join('core_users as u', 'u.id', 'm.user_id')
    .where('u.email', email)
    .select('m.id')
    .firstOrFail()
  return row.id
}

/** The event of learning for a passed course. */
export function passed(membershipId: number, facts: Partial<CoursePassed> = {}): CoursePassed {
  return {
    participationId: nextParticipation++,
    membershipId,
    courseId: 1,
    courseVersionId: 1,
    courseName: { nl: 'Werken op hoogte', en: 'Working at height' },
    language: 'nl',
    grade: 86,
    passedAt: '2026-03-15T10:00:00.000Z',
    certificateValidMonths: 1200,
    ...facts,
  }
}
