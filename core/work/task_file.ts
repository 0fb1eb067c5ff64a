import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { deleteContent, openContent, putContent } from '../files/disk.js'
import { stage } from '../files/staging.js'

/** In bytes: a file of a million lines is a tenth of it. */
export const MAX_TASK_FILE = 2 * 1024 ** 3

/** How long it can be downloaded. */
export const FILE_DAYS = 7

/** Where a task's file lies and how large it is, in bytes. */
export interface KeptTaskFile {
  key: string
  size: number
}

/**
 * Keeps what a task produced, as it comes: never the whole of it in memory. Its row
 * is the task's own, so it lies apart from the companies' files and the sweep of those.
 * @param owner company of the task, or null for an admin's
 */
export async function saveTaskFile(stream: Readable, owner: { companyId: number | null; taskId: number }): Promise<KeptTaskFile> {
  const staged = await stage(stream, MAX_TASK_FILE)
  try {
    const key = `tasks/${owner.companyId ?? 'platform'}/${owner.taskId}-${randomUUID()}`
    await putContent(key, staged.path, { size: staged.size, contentType: 'application/octet-stream' })
    return { key, size: staged.size }
  } finally {
    await staged.discard()
  }
}

/** The content of a kept file, or null when it is not there (any more). */
export const openTaskFile = (key: string): Promise<Readable | null> => openContent(key)

/** Forgets a kept file. One that is not there is no error. */
export const removeTaskFile = (key: string): Promise<void> => deleteContent(key)
