import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { examsService } from '#plugins/exams/contract/index'
import type { RecordingRow } from './recording_row.js'

/** Copies who ran the exam on location to its recording: they cannot review it. Nobody is ever taken off. */
export async function noteRoomOf(trx: TransactionClientContract, row: RecordingRow): Promise<void> {
  if (row.course_id === null || !row.started_at) return
  const members = await (await serviceOf(examsService, trx))?.ranExamOf(row.membership_id, row.course_id, row.started_at, trx)
  if (!members?.length) return
  await trx.rawQuery(
    `update proctoring_recordings set room_members = array(select distinct unnest(room_members || ?::bigint[]) order by 1) where company_id = ? and id = ?`,
    [members, row.company_id, row.id],
  )
}

/** Does so after the exam: an examiner noted presence or a helper later. */
export async function onRoomChanged({ membershipId, courseId }: { membershipId: number; courseId: number }): Promise<void> {
  await db.transaction(async (trx) => {
    const rows: RecordingRow[] = await trx
      .from('proctoring_recordings')
      .where({ company_id: currentCompanyId(), membership_id: membershipId, course_id: courseId })
      .whereNotNull('started_at')
      .orderBy('id')
      .forUpdate()
    for (const row of rows) await noteRoomOf(trx, row)
  })
}
