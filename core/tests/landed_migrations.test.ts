import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hashOfSource } from '#core/database/migration_hashes'

// A database refuses to start if a migration that it ran was changed. Tests start with a new database, so they would not notice.

const root = join(import.meta.dirname, '../..')
const hashOf = (name: string) => hashOfSource(readFileSync(join(root, `${name}.ts`), 'utf8')).slice('code:'.length, 'code:'.length + 16)

/** Name and hash of each migration of this repository. Add a line for a new one; never change a line. */
const LANDED = new Map(
  readFileSync(join(import.meta.dirname, 'landed_migrations.txt'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' ') as [string, string]),
)
const folderOf = (name: string) => name.slice(0, name.lastIndexOf('/'))

describe('the migrations of this repository', () => {
  it('never change', () => {
    const changed = [...LANDED].filter(([name, hash]) => hashOf(name) !== hash).map(([name]) => name)
    expect(changed).toEqual([])
  })

  it('are all in landed_migrations.txt', () => {
    // A plugin without any line was generated, or its first migration has not landed yet.
    const folders = new Set([...LANDED.keys()].map(folderOf))
    const missing = globSync('{core/database,plugins/*}/migrations/*.ts', { cwd: root })
      .map((file) => file.slice(0, -'.ts'.length))
      .filter((name) => folders.has(folderOf(name)) && !LANDED.has(name))
      .map((name) => `${name} ${hashOf(name)}`)
    expect(missing).toEqual([])
  })
})
