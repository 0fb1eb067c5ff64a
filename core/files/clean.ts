import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import logger from '@adonisjs/core/services/logger'
import drive from '@adonisjs/drive/services/main'
import db from '@adonisjs/lucid/services/db'
import { asSystem } from '../tenancy/scope.js'
import { deleteContent } from './disk.js'
import { removePart, stagingFolder } from './staging.js'
import { cleanAdminUploads } from './uploads/admin_upload_files.js'

const HOUR = 3_600_000
/** Maximum duration of an upload, and maximum time that a stored file may stay unattached. */
export const UNATTACHED_MS = 24 * HOUR
const BATCH = 200

let running: Promise<void> | undefined

/** Called when rows of files were deleted: their content is deleted after the commit. */
export function removeContentSoon(): Promise<void> {
  running ??= removeContent()
    .catch((error) => logger.error({ err: error }, 'content of removed files; the job core.files.clean tries again'))
    .finally(() => (running = undefined))
  return running
}

/** Deletes content whose row is gone (core_file_removals). */
export async function removeContent(): Promise<void> {
  await asSystem('files.remove', async () => {
    for (let last = 0; ;) {
      const rows: { id: number; key: string }[] = await db.from('core_file_removals').where('id', '>', last).orderBy('id').limit(BATCH)
      for (const { id, key } of rows) {
        await deleteContent(key)
        await db.from('core_file_removals').where('id', id).delete()
        last = id
      }
      if (rows.length < BATCH) return
    }
  })
}

/**
 * Deletes files that nothing refers to after a day, files whose process was killed before writing, expired files and abandoned uploads, and
 * then their content. The hourly job `core.files.clean`.
 */
export async function cleanFiles(now = Date.now()): Promise<void> {
  await asSystem('files.clean', async () => {
    const ago = (ms: number) => new Date(now - ms)
    const uploads = await db.from('core_uploads').where('created_at', '<', ago(UNATTACHED_MS)).delete().returning(['company_id', 'token'])
    for (const { company_id, token } of uploads) await removePart(company_id, token)
    await db
      .from('core_files')
      .where((loose) => void loose.whereNull('attached_at').where('created_at', '<', ago(UNATTACHED_MS)))
      .orWhere((unwritten) => void unwritten.whereNull('stored_at').where('created_at', '<', ago(HOUR)))
      .orWhere('expires_at', '<', ago(0))
      .delete()
  })
  await cleanAdminUploads(now)
  await removeOldStaging(now)
  await removeContent()
}

/** Deletes what has been in the staging folder longer than any upload may take. */
async function removeOldStaging(now: number): Promise<void> {
  const top = await stagingFolder()
  for (const entry of await readdir(top, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const old = await stat(path).catch(() => null)
    if (old && now - old.mtimeMs > 2 * UNATTACHED_MS) await rm(path, { force: true })
  }
}

/** A storage location and the tables that refer to it. */
const PLACES = [
  { folder: 'companies/', table: 'core_files', column: 'key' },
  { folder: 'platform/', table: 'core_files', column: 'key' },
  { folder: 'tasks/', table: 'core_tasks', column: 'file_key' },
]

/**
 * Deletes content without a row, such as after a restored database or a killed process. Rows are written before content, and anything
 * younger than a day is kept, so nothing in progress is touched. The weekly job `core.files.sweep`.
 */
export async function sweepDisk(now = Date.now()): Promise<void> {
  for (const place of PLACES) {
    for (let paginationToken: string | undefined; ;) {
      const page = await drive.use().listAll(place.folder, { recursive: true, paginationToken })
      const keys = [...page.objects].filter(({ isFile }) => isFile).map((object) => (object as { key: string }).key)
      for (let at = 0; at < keys.length; at += BATCH) await sweepKeys(place, keys.slice(at, at + BATCH), now)
      paginationToken = page.paginationToken
      if (!paginationToken) break
    }
  }
}

async function sweepKeys({ table, column }: (typeof PLACES)[number], keys: readonly string[], now: number): Promise<void> {
  const rows = await asSystem('files.sweep', async () =>
    db
      .from(table)
      .whereIn(column, [...keys])
      .select(`${column} as key`),
  )
  const known = new Set(rows.map(({ key }) => key as string))
  for (const key of keys) {
    if (known.has(key)) continue
    const { lastModified } = await drive.use().getMetaData(key)
    if (now - lastModified.getTime() > UNATTACHED_MS) await deleteContent(key)
  }
}
