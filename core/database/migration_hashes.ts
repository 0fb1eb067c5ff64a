import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Marks hashes that leave out comments. Older ones covered them. */
const FORM = 'code:'

/**
 * Hashes a migration without its imports, formatting and comments, so that its comments can be corrected later. Exported for tests.
 * @param source text of the file; its comments, also those in SQL, are on lines of their own
 */
export function hashOfSource(source: string): string {
  const code = source
    .replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, '')
    .replace(/^[ \t]*(\/\/|--|import ).*$/gm, '')
    .replace(/\s+/g, '')
  return FORM + createHash('sha256').update(code).digest('hex')
}

/** @returns null when the file is gone (its plugin was removed) */
function hashOf(name: string): string | null {
  const file = [`${name}.ts`, `${name}.js`].map((path) => join(root, path)).find((path) => existsSync(path))
  return file ? hashOfSource(readFileSync(file, 'utf8')) : null
}

/** Makes the table of hashes on the first start. Hashes of an older form are removed; `recordMigrations` stores them again. */
export async function createHashTable(owner: pg.Client): Promise<void> {
  await owner.query(`create table if not exists core_migrations_hashes (name text primary key, hash text not null)`)
  await owner.query(`delete from core_migrations_hashes where not starts_with(hash, $1)`, [FORM])
}

/**
 * Compares every migration that ran with its file: a column added to an old file would never be created, and every query for it would fail.
 * @throws Error one line that names the file and both solutions
 */
export async function assertUnchanged(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string; hash: string }>('select name, hash from core_migrations_hashes order by name')
  for (const { name, hash } of rows) {
    const now = hashOf(name)
    if (now && now !== hash) {
      throw new Error(
        `Migration "${name}" was changed after it ran on this database. Put the change into a new migration file, or, while developing, remove DATA_DIR and start again.`,
      )
    }
  }
}

/** Stores the hash of each migration as it ran; older ones are stored as they are now. */
export async function recordMigrations(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    'select name from core_migrations where name not in (select name from core_migrations_hashes)',
  )
  for (const { name } of rows) {
    const hash = hashOf(name)
    if (hash) await owner.query('insert into core_migrations_hashes (name, hash) values ($1, $2) on conflict do nothing', [name, hash])
  }
}
