import { chmod, lstat, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The permissions of group and others. */
const OPEN = 0o077
const FOLDER = 0o700
const FILE = 0o600

/**
 * Makes the platform's files readable by its own user only: existing ones (older versions left certificates readable by everybody), and new
 * ones through the process's umask. PostgreSQL's folder has its own rules.
 * @param dataDir the folder of settings.dataDir; who may enter it is decided in core/database/data_folder.ts
 */
export async function makePrivate(dataDir: string): Promise<void> {
  // With an external database and a key of one's own the folder does not exist yet.
  await mkdir(dirname(dataDir), { recursive: true })
  process.umask(OPEN)
  await mkdir(dataDir, { recursive: true, mode: FOLDER })
  // The group's right to enter was decided before; others never have it.
  await chmod(dataDir, (await lstat(dataDir)).mode & 0o710)
  const files = join(dataDir, 'files')
  await mkdir(files, { recursive: true })
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (entry.isFile()) await close(join(dataDir, entry.name), FILE)
  }
  // The top is closed last, because closing what is below needs access.
  if ((await lstat(files)).mode & OPEN) await closeTree(files)
}

async function closeTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await closeTree(path)
    else if (entry.isFile()) await close(path, FILE)
  }
  await close(folder, FOLDER)
}

async function close(path: string, mode: number): Promise<void> {
  if ((await lstat(path)).mode & OPEN) await chmod(path, mode)
}
