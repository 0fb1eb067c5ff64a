import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, notFound } from '#core/contract/errors'

export const MEETINGS = 'toolbox_meetings_meetings'
export const ATTENDEES = 'toolbox_meetings_attendees'
export const CORRECTIONS = 'toolbox_meetings_corrections'

/** Locks an open meeting, so that it cannot be closed concurrently. @throws AppError 404; 409 meeting_closed */
export async function lockOpen(trx: TransactionClientContract, id: number | string): Promise<{ id: number; photo_file_id: number | null }> {
  const row = await trx.from(MEETINGS).where('id', id).forUpdate().select('id', 'closed_at', 'photo_file_id').first()
  if (!row) throw notFound()
  if (row.closed_at !== null) throw conflict('meeting_closed')
  return row
}
