import { chmod, lstat, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** What group and others may do. */
const OPEN = 0o077
const FOLDER = 0o700
const FILE = 0o600

/**
 * Makes what the platform keeps readable by its own user alone: what is there
 * (an older version left certificates open to everybody on the machine), and by
 * the process's umask all that will come. PostgreSQL's folder sees to itself.
 * @param dataDir the folder of settings.dataDir; who may walk into it is decided in core/database/data_folder.ts
 */
export async function keepPrivate(dataDir: string): Promise<void> {
  // With a database and a key of one's own nothing has made it yet.
  await mkdir(dirname(dataDir), { recursive: true })
  process.umask(OPEN)
  await mkdir(dataDir, { recursive: true, mode: FOLDER })
  // Who may walk through it was decided before; others never do.
  await chmod(dataDir, (await lstat(dataDir)).mode & 0o710)
  const files = join(dataDir, 'files')
  await mkdir(files, { recursive: true })
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (entry.isFile()) await close(join(dataDir, entry.name), FILE)
  }
  // The top is closed last: while it is open there may be something open below it.
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
