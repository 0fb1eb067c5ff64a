import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { deleteContent, openContent, putContent } from '../files/disk.js'
import { stage } from '../files/staging.js'

/** In bytes. A file of a million lines is a tenth of this. */
export const MAX_TASK_FILE = 2 * 1024 ** 3

/** Retention of the file, in days. */
export const FILE_DAYS = 7

/** The path of a task's file, and its size in bytes. */
export interface StoredTaskFile {
  key: string
  size: number
}

/**
 * Streams a task's file to disk; it is never in memory as a whole. It is stored apart from the companies' files and their cleanup, because
 * the task's row refers to it.
 * @param owner company of the task, or null for an admin's
 */
export async function saveTaskFile(stream: Readable, owner: { companyId: number | null; taskId: number }): Promise<StoredTaskFile> {
  const staged = await stage(stream, MAX_TASK_FILE)
  try {
    const key = `tasks/${owner.companyId ?? 'platform'}/${owner.taskId}-${randomUUID()}`
    await putContent(key, staged.path, { size: staged.size, contentType: 'application/octet-stream' })
    return { key, size: staged.size }
  } finally {
    await staged.discard()
  }
}

/** Opens a stored file. @returns null when it is gone */
export const openTaskFile = (key: string): Promise<Readable | null> => openContent(key)

/** Deletes a stored file. It is no error if there is none. */
export const removeTaskFile = (key: string): Promise<void> => deleteContent(key)
