import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import db from '@adonisjs/lucid/services/db'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { currentCompanyId } from '../../tenancy/scope.js'
import { UNATTACHED_MS } from '../clean.js'
import { stagingFolder } from '../staging.js'

export interface UploadRow {
  id: number
  token: string
  purpose: string
  name: string
  size: number
  membership_id: number
  file_id: number | null
  created_at: Date
}

/** Unguessable; also a file name. */
export const newUploadToken = () => randomBytes(24).toString('hex')

/** The row of an upload of the running company, or null. */
export async function findUpload(token: string): Promise<UploadRow | null> {
  const row = await db.from('core_uploads').where('token', token).first()
  return row && { ...row, size: Number(row.size) }
}

/** Returns the path of its bytes until it is complete. */
export async function partPath(token: string): Promise<string> {
  return join(await stagingFolder(String(currentCompanyId())), token)
}

/**
 * The store behind the tus protocol: the upload is a row of its company, its bytes are a local file, and its progress is that file's
 * length. So it resumes after a broken connection and after a restart.
 */
export class UploadStore extends DataStore {
  override extensions = ['creation', 'expiration', 'termination']

  override async create(upload: Upload): Promise<Upload> {
    // The row was written by the server's hook (uploads/server.ts), which knows who asks and for what.
    await (await open(await partPath(upload.id), 'w')).close()
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await findUpload(id)
    if (!row) throw ERRORS.FILE_NOT_FOUND
    // Once it is a stored file nothing is left here.
    const offset = row.file_id
      ? row.size
      : await stat(await partPath(id)).then(
          ({ size }) => size,
          () => null,
        )
    if (offset === null) throw ERRORS.FILE_NO_LONGER_EXISTS
    return new Upload({ id, size: row.size, offset, creation_date: new Date(row.created_at).toISOString(), metadata: { name: row.name } })
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const path = await partPath(id)
    try {
      await pipeline(stream, createWriteStream(path, { flags: 'r+', start: offset }))
    } catch (error) {
      // A disk error (such as a full disk) is reported; it is no broken connection.
      if ((error as NodeJS.ErrnoException).syscall && (error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error
      // The connection broke: keep the received part. Nobody hears the answer.
    }
    return (await stat(path)).size
  }

  override async remove(id: string): Promise<void> {
    const removed = await db.from('core_uploads').where('token', id).delete()
    if (Number(removed) === 0) throw ERRORS.FILE_NOT_FOUND
    await rm(await partPath(id), { force: true })
  }

  override getExpiration(): number {
    return UNATTACHED_MS
  }
}
