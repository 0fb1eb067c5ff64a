import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import drive from '@adonisjs/drive/services/main'

/** Where a task's file lies and how large it is, in bytes. */
export interface KeptTaskFile {
  key: string
  size: number
}

/**
 * Keeps what a task produced, as it comes: never the whole of it in memory.
 * @param owner company of the task, or null for an admin's
 */
export async function saveTaskFile(stream: Readable, owner: { companyId: number | null; taskId: number }): Promise<KeptTaskFile> {
  const folder = owner.companyId ? `companies/${owner.companyId}` : 'platform'
  const key = `${folder}/core.tasks/${owner.taskId}-${randomUUID()}`
  await drive.use().putStream(key, stream)
  return { key, size: (await drive.use().getMetaData(key)).contentLength }
}

/** The content of a kept file, or null when it is not there (any more). */
export async function openTaskFile(key: string): Promise<Readable | null> {
  return (await drive.use().exists(key)) ? drive.use().getStream(key) : null
}

/** Forgets a kept file. One that is not there is no error. */
export async function removeTaskFile(key: string): Promise<void> {
  if (await drive.use().exists(key)) await drive.use().delete(key)
}
