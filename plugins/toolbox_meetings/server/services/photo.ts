import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { attachFile, storeFile, openFile, removeFile } from '#core/kit/files'
import { sheet } from '../files.js'
import { findMeeting } from './meetings.js'
import { lockOpen, MEETINGS } from './tables.js'

/**
 * Stores a photo of the signed sheet and replaces the previous one.
 * @param read returns the bytes; called once the upload is known to be allowed
 * @throws AppError 404; 409 meeting_closed; 422 on `file` if it is no picture or pdf, or too large
 */
export async function savePhoto(id: string, name: string, read: () => Promise<Uint8Array>): Promise<void> {
  await db.transaction((trx) => lockOpen(trx, id))
  const file = await storeFile(sheet, { name, content: await read(), membershipId: null, field: 'file' })
  await db.transaction(async (trx) => {
    const { photo_file_id: before } = await lockOpen(trx, id)
    await setPhoto(id, file.id, trx)
    await attachFile(trx, file.id, { purpose: sheet })
    if (before !== null) await removeFile(before, trx)
  })
}

const setPhoto = (id: string, file: number | null, trx: Parameters<typeof lockOpen>[0]) =>
  trx
    .from(MEETINGS)
    .where('id', id)
    .update({ photo_file_id: file, updated_at: trx.raw('clock_timestamp()') })

/** @throws AppError 404; 409 meeting_closed */
export async function removePhoto(id: string): Promise<void> {
  await db.transaction(async (trx) => {
    const { photo_file_id: before } = await lockOpen(trx, id)
    if (before === null) throw notFound()
    await setPhoto(id, null, trx)
    await removeFile(before, trx)
  })
}

/** @throws AppError 404, also without a photo */
export async function openPhoto(id: string) {
  const { photo_file_id: file } = await findMeeting(id)
  const opened = file === null ? null : await openFile(file)
  if (!opened) throw notFound()
  return opened
}
