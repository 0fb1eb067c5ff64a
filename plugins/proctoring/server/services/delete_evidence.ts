import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { removeFile } from '#core/kit/files'
import type { RecordingRow } from './recording_row.js'

/** The companies with expired evidence. */
export const expiredEvidence = `select company_id from proctoring_recordings where evidence_expires_at <= now() and evidence_deleted_at is null`

/** Maximum number of recordings in one run; the next run deletes the others. */
const AT_ONCE = 100

/** Deletes expired evidence; the job `proctoring.delete_evidence`, in each company. The decision and its explanation are kept. */
export async function deleteExpiredEvidence(now = new Date()): Promise<void> {
  const rows: { id: number }[] = await db
    .from('proctoring_recordings')
    .where('evidence_expires_at', '<=', now)
    .whereNull('evidence_deleted_at')
    .orderBy('evidence_expires_at')
    .limit(AT_ONCE)
    .select('id')
  for (const { id } of rows) {
    await db.transaction(async (trx) => {
      const row: RecordingRow | null = await trx.from('proctoring_recordings').where('id', id).forUpdate().first()
      if (!row?.evidence_expires_at || row.evidence_expires_at > now || row.evidence_deleted_at) return
      await deleteEvidence(trx, [id])
      // A preparation that was never used has no value any more.
      if (row.attempt_id === null) return void (await trx.from('proctoring_recordings').where('id', id).delete())
      await trx.from('proctoring_recordings').where('id', id).update({ key: null, evidence_deleted_at: now })
    })
  }
}

/** Deletes pieces, photos, marks and notes. A trigger on the rows of the files deletes their content. */
export async function deleteEvidence(trx: TransactionClientContract, ids: readonly number[]): Promise<void> {
  const of = [...ids]
  const files: { id: number }[] = await trx
    .from('proctoring_pieces')
    .whereIn('recording_id', of)
    .select('file_id as id')
    .union((photos) => photos.from('proctoring_recordings').whereIn('id', of).whereNotNull('id_photo_id').select('id_photo_id as id'))
    .union((photos) => photos.from('proctoring_recordings').whereIn('id', of).whereNotNull('face_photo_id').select('face_photo_id as id'))
  for (const { id } of files) await removeFile(id, trx)
  for (const table of ['proctoring_marks', 'proctoring_notes']) await trx.from(table).whereIn('recording_id', of).delete()
}
