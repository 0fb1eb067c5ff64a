import db from '@adonisjs/lucid/services/db'

/** A person's exam entries with their results, as plain JSON. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const entries = await db
    .from('exams_entries as n')
    .join('exams_moments as m', 'm.id', 'n.moment_id')
    .where('n.membership_id', membershipId)
    .orderBy('n.id')
    .select('n.id', 'n.key', 'n.person_name', 'n.company_name', 'm.city', 'm.location', 'm.address', 'm.starts_at', 'n.status')
    .select(
      'n.release_reason',
      'n.created_at',
      'n.arrived_at',
      'n.identity_seen_at',
      'n.seat',
      'n.day_note',
      'n.started_at',
      'n.helper',
      'n.adjustments',
    )
    .select('n.candidate_initials', 'n.candidate_infix', 'n.candidate_lastname', 'n.candidate_birthdate', 'n.candidate_birthplace')
    .select('n.candidate_confirmed_at')
  const history = await db
    .from('exams_entry_history as h')
    .join('exams_entries as n', 'n.id', 'h.entry_id')
    .where('n.membership_id', membershipId)
    .orderBy('h.id')
    .select('h.entry_id', 'h.status', 'h.by_side', 'h.explanation', 'h.at')
  const news = await db
    .from('exams_news as h')
    .join('exams_entries as n', 'n.id', 'h.entry_id')
    .where('n.membership_id', membershipId)
    .orderBy('h.id')
    .select('h.entry_id', 'h.about', 'h.what', 'h.person_name', 'h.at')
  const requests = await db
    .from('exams_requests')
    .where('requested_by_id', membershipId)
    .orderBy('id')
    .select('people', 'language', 'wished_on', 'location', 'address', 'city', 'note', 'status', 'answer', 'created_at')
  return { exams: entries, exam_history: history, exam_news: news, exam_requests: requests }
}

/** The company's requests stay without their author. Deletes the entries: the seats are free again, and history and news are deleted with them. */
export async function erasePersonalData(membershipId: number): Promise<void> {
  await db.from('exams_requests').where('requested_by_id', membershipId).update({ requested_by_id: null })
  await db.from('exams_entries').where('membership_id', membershipId).delete()
}
