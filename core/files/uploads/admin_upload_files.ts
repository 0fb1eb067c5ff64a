import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { stagingFolder } from '../staging.js'

/** Retention of an admin's upload. */
export const ADMIN_UPLOAD_MS = 24 * 3_600_000
const FOLDER = 'admins'

/** The folder of one kind of upload on this machine: for each its bytes and `<token>.json`. */
export const adminFolder = (kind: string): Promise<string> => stagingFolder(FOLDER, kind)

/** Deletes an upload. A missing one is no error. */
export async function removeAt(folder: string, token: string): Promise<void> {
  await rm(join(folder, token), { force: true })
  await rm(join(folder, `${token}.json`), { force: true })
}

/** Deletes uploads of admins that are older than a day. Part of the job `core.files.clean`. */
export async function cleanAdminUploads(now = Date.now()): Promise<void> {
  const top = await stagingFolder(FOLDER)
  for (const kind of await readdir(top)) {
    const folder = join(top, kind)
    for (const file of await readdir(folder)) {
      if (!file.endsWith('.json')) continue
      const noted = await stat(join(folder, file)).catch(() => null)
      if (noted && now - noted.mtimeMs > ADMIN_UPLOAD_MS) await removeAt(folder, file.replace('.json', ''))
    }
  }
}
