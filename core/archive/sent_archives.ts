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
import { MAX_TASK_FILE } from '../work/task_file.js'
import { ArchiveReader } from './archive_reader.js'
import { COMPANIES } from './carried_schema.js'
import { missingHere } from './platform_rows.js'

/** What an archive says of itself, before anything of it is restored. */
export interface SentArchive {
  /** Names it when it is restored. */
  token: string
  company: { login_id: string; name: string }
  made_at: string
  people: number
  rows: number
  files: number
  /** A company here has its login id. */
  is_taken: boolean
  /** What it names of the platform and is not here: at most twenty of them, by the name that a person knows. */
  missing: { count: number; names: string[] }
}

/** Of the key that signs here. */
export const ownFingerprint = async (): Promise<string> => fingerprintOf(await publicKey())

/** Where what an admin sent waits until they say that it is to be restored. */
const waitingFolder = (session: Session) => stagingFolder('archives', String(session.userId))

/** Where what is being restored lies: another one that is sent meanwhile leaves it alone. */
export const restoringPath = async (token: string): Promise<string> => join(await stagingFolder('archives', 'restoring'), token)

/**
 * Takes an archive that this platform signed, as it comes, and reads all of it: every byte is held against the signature. What another
 * one signed may hold what nobody here may write by hand, and is the operator's (decision 0195). Of an admin one waits at a time.
 * @throws AppError 422 archive_too_large; 409 archive_signed_by_another; as `ArchiveReader.open`
 */
export async function takeArchive(session: Session, content: Readable): Promise<SentArchive> {
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
 * Puts what this admin sent where it is restored from; of two at once one does.
 * @returns puts it back, for when it does not begin after all
 * @throws AppError 404 for another's, or one that was removed meanwhile
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

/** What was restored, or never will be, is kept no longer. */
export async function forgetArchive(token: string): Promise<void> {
  await rm(await restoringPath(token), { force: true })
}
