import db from '@adonisjs/lucid/services/db'
import { deleteEvidence } from './delete_evidence.js'

/** A person's recorded attempts and the verdicts, as plain JSON. It excludes the recordings themselves: they are deleted within weeks. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const recordings = await db
    .from('proctoring_recordings')
    .where('membership_id', membershipId)
    .orderBy('id')
    .select('id', 'provider_name', 'course_name', 'quiz_title', 'person_name', 'state', 'consent_at', 'started_at', 'submitted_at')
    .select('appeal', 'appealed_at', 'decided_at', 'evidence_expires_at', 'evidence_deleted_at', 'created_at', 'receipt')
  const ids = recordings.map(({ id }) => id)
  const below = (table: string, columns: string[]) => db.from(table).whereIn('recording_id', ids).orderBy('id').select(columns)
  return {
    recordings,
    adjustments: await db.from('proctoring_adjustments').where('membership_id', membershipId).select('extra_time', 'updated_at'),
    practices: await db.from('proctoring_practices').where('membership_id', membershipId).select('course_id', 'activity_key', 'done_at'),
    pieces: await below('proctoring_pieces', ['recording_id', 'source', 'number', 'started_at', 'milliseconds', 'sha256']),
    marks: await below('proctoring_marks', ['recording_id', 'kind', 'at']),
    notes: await below('proctoring_notes', ['recording_id', 'at', 'text']),
    decisions: await below('proctoring_decisions', ['recording_id', 'round', 'verdict', 'explanation', 'at']),
    complaints: await below('proctoring_complaints', [
      'recording_id',
      'position',
      'question',
      'given',
      'text',
      'created_at',
      'answer',
      'answered_at',
    ]),
    views: await below('proctoring_views', ['recording_id', 'at', 'reason']),
  }
}

/** Deletes everything of the person: evidence, verdicts and the log of who looked. */
export async function erasePersonalData(membershipId: number): Promise<void> {
  await db.transaction(async (trx) => {
    const rows: { id: number }[] = await trx.from('proctoring_recordings').where('membership_id', membershipId).forUpdate().select('id')
    await deleteEvidence(
      trx,
      rows.map(({ id }) => id),
    )
    await trx.from('proctoring_recordings').where('membership_id', membershipId).delete()
    await trx.from('proctoring_adjustments').where('membership_id', membershipId).delete()
    await trx.from('proctoring_practices').where('membership_id', membershipId).delete()
  })
}
