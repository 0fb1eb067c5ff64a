import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isWorking } from '../database/embedded.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const MEMORY = '/dev/shm'
/** A run needs about a tenth of this; the rest is for what else runs on the machine. */
const NEEDED_BYTES = 8 * 1024 ** 3
const PREFIX = 'platform-test-'

/**
 * Makes the folder of a test run, in memory if there is room. On ext4, each copy of the database would cost a second of CPU time: the file
 * system does not reuse the inodes of recently deleted files, so it searches past the thousands that the previous copy left.
 * @param name unique within this process
 * @returns its path
 */
export async function makeRunFolder(name: string): Promise<string> {
  const parent = (await hasRoom()) ? MEMORY : join(root, '.data')
  await removeLeftovers(parent)
  const folder = join(parent, `${PREFIX}${process.pid}-${name}`)
  await mkdir(folder, { recursive: true })
  return folder
}

async function hasRoom(): Promise<boolean> {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = await statfs(MEMORY)
  return bavail * bsize >= NEEDED_BYTES
}

/** Removes the folders of runs that were killed. */
async function removeLeftovers(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => [])
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    if (await isWorking(Number(name.slice(PREFIX.length).split('-')[0]))) continue
    // A folder of another user cannot be removed, and does no harm.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => {})
  }
}
