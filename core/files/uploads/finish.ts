import { rm, stat } from 'node:fs/promises'
import db from '@adonisjs/lucid/services/db'
import { AppError, notFound } from '../../contract/errors.js'
import { pluginRegistry } from '../../plugins/registry.js'
import { storeFile, removeFile } from '../file_store.js'
import { type UploadRow, findUpload, partPath } from './upload_store.js'

/** Uploads being finished by this process: concurrent calls share one result, without another copy. */
const finishing = new Map<string, Promise<number | null>>()

/**
 * Makes a stored file of a complete upload, once.
 * @returns the file's id, or null while bytes are missing
 * @throws AppError 422 on `file` when its content is not allowed; the upload is deleted then
 */
export async function finishUpload(row: UploadRow): Promise<number | null> {
  if (row.file_id) return row.file_id
  const running = finishing.get(row.token) ?? finish(row).finally(() => finishing.delete(row.token))
  finishing.set(row.token, running)
  return running
}

async function finish(row: UploadRow): Promise<number | null> {
  const path = await partPath(row.token)
  const part = await stat(path).catch(() => null)
  // Finished or deleted since the row was read.
  if (!part) return (await findUpload(row.token))?.file_id ?? Promise.reject(notFound())
  if (part.size < row.size) return null
  const purpose = pluginRegistry().purpose(row.purpose)
  try {
    const file = await storeFile(purpose, { name: row.name, content: { path }, membershipId: row.membership_id })
    const done = await db.from('core_uploads').where('id', row.id).whereNull('file_id').update({ file_id: file.id })
    if (Number(done) === 0) {
      // Another process was first: its copy is the file.
      await removeFile(file.id)
      return (await findUpload(row.token))?.file_id ?? null
    }
    await rm(path, { force: true })
    return file.id
  } catch (error) {
    if (error instanceof AppError) {
      await db.from('core_uploads').where('id', row.id).delete()
      await rm(path, { force: true })
    }
    throw error
  }
}
