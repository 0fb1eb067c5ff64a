import db from '@adonisjs/lucid/services/db'

/** Second evaluations of and about a person, and those that they gave about others, as plain JSON. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const columns = ['about', 'course_name', 'due_on', 'answers', 'answered_at'] as const
  const of = (column: string) =>
    db
      .from('evaluations_second')
      .where(column, membershipId)
      .orderBy('id')
      .select(...columns)
  return {
    second_evaluations: await of('membership_id'),
    second_evaluations_given: await of('by_membership_id').where('about', 'person'),
  }
}

/** Deletes the second evaluations of, about and by a person. */
export async function erasePersonalData(membershipId: number): Promise<void> {
  await db.from('evaluations_second').where('membership_id', membershipId).orWhere('by_membership_id', membershipId).delete()
}
