import { randomBytes } from 'node:crypto'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import db from '@adonisjs/lucid/services/db'
import { AppError, notFound } from '../contract/errors.js'
import { TooLargeError, stage, stagingFolder } from '../files/staging.js'
import { fingerprintOf, publicKey } from '../signing/platform_key.js'
import { acrossCompanies } from '../tenancy/across.js'
import type { Session } from '../tenancy/session.js'
import { MAX_TASK_FILE } from '../tasks/task_file.js'
import { ArchiveReader } from './archive_reader.js'
import { COMPANIES } from './archive_schema.js'
import { missingHere } from './platform_rows.js'

/** The summary of an archive before it is restored. */
export interface SentArchive {
  /** Identifies it for restoring. */
  token: string
  company: { login_id: string; name: string }
  made_at: string
  people: number
  rows: number
  files: number
  /** Whether a company here has its login id. */
  is_taken: boolean
  /** The platform data that it refers to and that is missing here: at most twenty, by name. */
  missing: { count: number; names: string[] }
}

/** Fingerprint of this platform's key. */
export const ownFingerprint = async (): Promise<string> => fingerprintOf(await publicKey())

/** The folder where a sent archive waits for the admin's decision. */
const waitingFolder = (session: Session) => stagingFolder('archives', String(session.userId))

/** The folder of the archive being restored, so that the next one can be sent meanwhile. */
export const restoringPath = async (token: string): Promise<string> => join(await stagingFolder('archives', 'restoring'), token)

/**
 * Receives an archive signed by this platform and checks every byte against the signature. Archives of other platforms may contain
 * anything, so only an operator restores those (decision 0195). Each admin has one waiting archive.
 * @throws AppError 422 archive_too_large; 409 archive_signed_by_another; as `ArchiveReader.open`
 */
export async function receiveArchive(session: Session, content: Readable): Promise<SentArchive> {
  const staged = await stage(content, MAX_TASK_FILE).catch((error: unknown) => {
    throw error instanceof TooLargeError ? new AppError(422, 'archive_too_large') : error
  })
  try {
    const archive = await ArchiveReader.open(staged.path, await ownFingerprint())
    const missing = await missingHere(archive).finally(() => archive.close())
    const { company, made_at, people, tables, files } = archive.manifest
    const taken = await acrossCompanies(session, 'companies.restore', () =>
      db.from(COMPANIES).where('login_id', company.login_id).select('id').first(),
    )
    const folder = await waitingFolder(session)
    for (const before of await readdir(folder)) await rm(join(folder, before), { force: true })
    const token = randomBytes(24).toString('hex')
    await rename(staged.path, join(folder, token))
    return {
      ...{ token, company, made_at, people, files, rows: Object.values(tables).reduce((sum, count) => sum + count, 0) },
      is_taken: taken !== null,
      missing: { count: missing.length, names: missing.slice(0, 20) },
    }
  } catch (error) {
    await staged.discard()
    throw error
  }
}

/**
 * Moves the admin's archive to where it is restored from. Of concurrent calls only one succeeds.
 * @returns a function that moves it back if the restore does not start
 * @throws AppError 404 for somebody else's, or a deleted one
 */
export async function beginRestoring(session: Session, token: string): Promise<() => Promise<void>> {
  const waiting = join(await waitingFolder(session), token)
  const restoring = await restoringPath(token)
  const move = (from: string, to: string) =>
    rename(from, to).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? notFound() : error
    })
  await move(waiting, restoring)
  return () => move(restoring, waiting)
}

/** Deletes archives that were restored or abandoned. */
export async function deleteArchive(token: string): Promise<void> {
  await rm(await restoringPath(token), { force: true })
}
