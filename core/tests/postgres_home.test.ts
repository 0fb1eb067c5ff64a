import { existsSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { startEmbeddedPostgres } from '#core/database/embedded'

// Root starts the platform in a folder that only root may enter, such as its own home: PostgreSQL runs as another user.

const folder = mkdtempSync(join(tmpdir(), 'of-root-alone-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)('in a folder that only root may enter', () => {
  it('the cluster is stored where PostgreSQL’s user has access, is reported in one line, and is found again', async () => {
    const dataDir = join(folder, 'platform', '.data')
    mkdirSync(join(folder, 'platform'))
    expect(lstatSync(folder).mode & 0o777).toBe(0o700)
    const said = vi.spyOn(console, 'log').mockImplementation(() => {})
    const first = await startEmbeddedPostgres(dataDir, true)
    const elsewhere = realpathSync(join(dataDir, 'postgres'))
    try {
      expect(said.mock.calls).toEqual([
        // The programs too, when the project itself is in such a folder.
        [
          expect.stringMatching(
            /^• PostgreSQL runs as the user "postgres", who may not enter this folder: its (programs and )?data are kept in \S+$/,
          ),
        ],
      ])
      expect(elsewhere).not.toContain(folder)
      expect(lstatSync(elsewhere).mode & 0o777).toBe(0o700)
      const client = new pg.Client({ connectionString: first.databaseOwnerUrl })
      await client.connect()
      expect((await client.query('select current_user as me')).rows).toEqual([{ me: 'platform_owner' }])
      await client.end()
      // A second start beside it sees that it is in use.
      expect((await startEmbeddedPostgres(dataDir, true)).inUseBy).toBe(process.pid)
    } finally {
      said.mockRestore()
      await first.stop()
    }
    // A cluster created for a test is deleted with it.
    expect(existsSync(elsewhere)).toBe(false)
  })
})
