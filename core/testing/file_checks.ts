import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from './app.js'
import type { TestClient } from './client.js'
import { signedIn } from '../contract/access.js'
import { definePurpose } from '../contract/files.js'

/** A file purpose for tests: PDFs for their owner and for people who manage certificates. */
export const TEST_PURPOSE = definePurpose({
  name: 'certificates.test',
  read: signedIn,
  mayRead: (file, reader) => file.membershipId === reader.membershipId || reader.can('certificates.view'),
  upload: signedIn,
  types: ['pdf', 'mp4', 'svg', 'csv'],
  maxBytes: 40 * 1024 * 1024,
})

/** Declares TEST_PURPOSE as the plugin certificates would, because the registry is read-only. */
export async function declareTestPurpose(purpose = TEST_PURPOSE): Promise<void> {
  const { pluginRegistry } = await import('../plugins/registry.js')
  ;(pluginRegistry().purposes as Map<string, unknown>).set(purpose.name, { ...purpose, plugin: 'certificates' })
}

/** Bytes of this length that are recognised as a PDF. */
export const pdfOf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes - 9)])

/** Tests that apply to every disk; the test file of each disk calls this. */
export function checkFiles(disk: string): void {
  describe(`files on the disk ${disk}`, () => {
    let app: TestApp
    let owner: TestClient
    let colleague: TestClient
    let manager: TestClient
    let stranger: TestClient
    let membershipId: number
    const store = () => import('../files/file_store.js')
    const db = async () => (await import('@adonisjs/lucid/services/db')).default
    const drive = async () => (await import('@adonisjs/drive/services/main')).default.use()
    const inNoordwind = <T>(fn: () => Promise<T>) => app.inCompany('noordwind', fn)
    const keep = async (content: Uint8Array | Readable, name = 'Verslag é.pdf') =>
      inNoordwind(async () => (await store()).storeFile(TEST_PURPOSE, { name, content, membershipId }))
    const keyOf = (id: number) => app.asSystem(async () => (await (await db()).from('core_files').where('id', id).first())?.key as string)

    beforeAll(async () => {
      app = await testApp()
      await declareTestPurpose()
      owner = await signInAs('leerling@noordwind.example')
      colleague = await signInAs('nieuw@noordwind.example').catch(() => signInAs('leerling@bouwmeester.example'))
      manager = await signInAs('beheerder@noordwind.example')
      stranger = await signInAs('beheerder@bouwmeester.example')
      membershipId = await inNoordwind(async () => {
        const row = await (
          await db()
        )
          .from('core_memberships as m')
          .join('core_users as u', 'u.id', 'm.user_id')
          .where('u.email', 'leerling@noordwind.example')
          .select('m.id')
          .firstOrFail()
        return row.id
      })
    })

    it('are stored under their company and served to the people of their purpose; for others they do not exist', async () => {
      const content = pdfOf(300_000)
      const file = await keep(content)
      const [company] = await app.asSystem(async () => (await db()).from('core_companies').where('login_id', 'noordwind'))
      expect(await keyOf(file.id)).toMatch(new RegExp(`^companies/${company!.id}/certificates\\.test/[0-9a-f]{32}\\.pdf$`))
      const path = `/api/core/files/${file.id}`
      const got = await owner.get(path)
      expect([got.status, Buffer.from(got.bytes).equals(content)]).toEqual([200, true])
      expect(got.headers.get('content-type')).toBe('application/pdf')
      expect(got.headers.get('content-disposition')).toBe(`attachment; filename="Verslag e.pdf"; filename*=UTF-8''Verslag%20%C3%A9.pdf`)
      expect(got.headers.get('cache-control')).toBe('private, no-store')
      expect((await manager.get(path)).status).toBe(200)
      expect([(await stranger.get(path)).status, (await colleague.get(path)).status, (await app.visitor().get(path)).status]).toEqual([
        404, 404, 401,
      ])
    })

    it('stream in both directions without being held in memory', async () => {
      const piece = randomBytes(64 * 1024)
      const pieces = 480 // 30 MB
      // Counts the memory in use, without garbage that waits for collection.
      setFlagsFromString('--expose-gc')
      const collect = runInNewContext('gc') as () => void
      // A separate thread frees buffers after a collection; the next collection waits for it.
      const sweep = () => (collect(), collect())
      sweep()
      let most = 0
      const before = process.memoryUsage().arrayBuffers
      let at = 0
      const measure = () => {
        if (at++ % 40) return
        sweep()
        most = Math.max(most, process.memoryUsage().arrayBuffers - before)
      }
      async function* source() {
        yield Buffer.from('%PDF-1.7\n')
        for (let i = 0; i < pieces; i++) {
          measure()
          yield piece
        }
      }
      const file = await keep(Readable.from(source()))
      expect(file.size).toBe(9 + pieces * piece.length)
      const stream = await inNoordwind(async () => (await (await store()).openFile(file.id))!.open())
      let size = 0
      for await (const chunk of stream!) {
        size += (chunk as Buffer).length
        measure()
      }
      expect(size).toBe(file.size)
      expect(most).toBeLessThan(12 * 1024 * 1024)
    })

    it('answer range requests as players and download managers send them', async () => {
      const content = pdfOf(100_000)
      const file = await keep(content)
      const get = (headers: Record<string, string>) => owner.get(`/api/core/files/${file.id}`, headers)
      const whole = await get({})
      const etag = whole.headers.get('etag')!
      const cases: [Record<string, string>, number, string | null, Buffer][] = [
        [{ range: 'bytes=0-99' }, 206, 'bytes 0-99/100000', content.subarray(0, 100)],
        [{ range: 'bytes=99900-' }, 206, 'bytes 99900-99999/100000', content.subarray(99_900)],
        [{ range: 'bytes=-10' }, 206, 'bytes 99990-99999/100000', content.subarray(99_990)],
        [{ range: 'bytes=50000-999999' }, 206, 'bytes 50000-99999/100000', content.subarray(50_000)],
        [{ range: 'bytes=100000-' }, 416, 'bytes */100000', Buffer.alloc(0)],
        [{ range: 'bytes=0-1,5-6' }, 200, null, content],
        [{ range: 'bytes=9-1' }, 200, null, content],
        [{ range: 'bytes=0-9', 'if-range': etag }, 206, 'bytes 0-9/100000', content.subarray(0, 10)],
        [{ range: 'bytes=0-9', 'if-range': '"another"' }, 200, null, content],
        [{ 'if-none-match': etag }, 304, null, Buffer.alloc(0)],
      ]
      for (const [headers, status, range, bytes] of cases) {
        const answer = await get(headers)
        const what = JSON.stringify(headers)
        expect([answer.status, answer.headers.get('content-range')], what).toEqual([status, range])
        expect(Buffer.from(answer.bytes).equals(bytes), what).toBe(true)
      }
      const head = await fetch(`${app.url}/api/core/files/${file.id}`, { method: 'HEAD', headers: { cookie: owner.cookieHeader() } })
      expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([200, '100000', 'bytes'])
    })

    it('are checked by their content, and for their maximum size', async () => {
      const bad: [Uint8Array, string][] = [
        [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'wrong_file_type'],
        [Buffer.from('MZ'.padEnd(2000, '\0')), 'wrong_file_type'],
        [Buffer.from('<html><script>1</script></html>\0'), 'wrong_file_type'],
        [Buffer.alloc(0), 'wrong_file_type'],
        [pdfOf(TEST_PURPOSE.maxBytes + 1), 'too_large'],
      ]
      const count = () => inNoordwind(async () => Number((await (await db()).from('core_files').count('* as n').first()).n))
      const before = await count()
      for (const [content, rule] of bad)
        await expect(keep(content)).rejects.toMatchObject({ details: { errors: [{ field: 'file', rule }] } })
      expect(await count()).toBe(before)
      expect((await keep(Buffer.from('naam;score\nZoë;9\n'), 'cijfers.csv')).contentType).toBe('text/csv')
    })

    it('have signed addresses that open one file for a limited time without a cookie, and nothing else', async () => {
      const content = pdfOf(5000)
      const file = await keep(content)
      const { signedFileUrl } = await import('../files/signed.js')
      const [good, late] = await inNoordwind(async () => [signedFileUrl(file.id, { seconds: 60 }), signedFileUrl(file.id, { seconds: -1 })])
      const visitor = app.visitor()
      const got = await visitor.get(good!, { range: 'bytes=0-7' })
      expect([got.status, Buffer.from(got.bytes).toString()]).toEqual([206, '%PDF-1.7'])
      const [company, id, expires, seal] = good!.slice('/files/'.length).split('.')
      const other = await app.asSystem(async () => (await (await db()).from('core_companies').where('login_id', 'bouwmeester').first()).id)
      for (const url of [
        late!,
        `/files/${other}.${id}.${expires}.${seal}`,
        `/files/${company}.${Number(id) + 1}.${expires}.${seal}`,
        `/files/${company}.${id}.${Number(expires) + 1}.${seal}`,
        `/files/${company}.${id}.${expires}.${seal!.slice(0, -1)}${seal!.endsWith('A') ? 'B' : 'A'}`,
        '/files/x',
      ]) {
        expect([url, (await visitor.get(url)).status]).toEqual([url, 404])
      }
    })

    it('are not served where their plugin is off, nor by any address of a closed company', async () => {
      const file = await keep(pdfOf(1000))
      const [signed, path] = [
        await inNoordwind(async () => (await import('../files/signed.js')).signedFileUrl(file.id, { seconds: 60 })),
        `/api/core/files/${file.id}`,
      ]
      const statuses = async () => [(await owner.get(path)).status, (await app.visitor().get(signed)).status]
      const company = async () => (await db()).from('core_companies').where('login_id', 'noordwind')
      const [before] = await app.asSystem(company)
      const set = (change: object) => app.asSystem(async () => (await db()).from('core_companies').where('id', before.id).update(change))
      expect(await statuses()).toEqual([200, 200])
      await set({ plugins: before.plugins.filter((plugin: string) => plugin !== 'certificates') })
      expect(await statuses()).toEqual([404, 404])
      await set({ plugins: before.plugins, status: 'inactive' })
      expect(await statuses()).toEqual([401, 404])
      await set({ status: 'active' })
      // Closing the company ended all sessions.
      expect(await statuses()).toEqual([401, 200])
      owner = await signInAs('leerling@noordwind.example')
      manager = await signInAs('beheerder@noordwind.example')
      expect(await statuses()).toEqual([200, 200])
    })

    it('are deleted with their content after a day without a reference, or when their retention ends', async () => {
      const { attachFile, removeFile } = await store()
      const { cleanFiles, removeContent, sweepDisk } = await import('../files/clean.js')
      const loose = await keep(pdfOf(1000))
      const attached = await keep(pdfOf(1000))
      const expired = await keep(pdfOf(1000))
      await inNoordwind(async () => {
        const database = await db()
        for (const { id } of [attached, expired]) await attachFile(database, id, { purpose: TEST_PURPOSE })
        await database
          .from('core_files')
          .where('id', expired.id)
          .update({ expires_at: new Date(Date.now() - 1000) })
      })
      const keys = await Promise.all([loose, attached, expired].map(({ id }) => keyOf(id)))
      const there = async () => Promise.all(keys.map(async (key) => (await drive()).exists(key)))
      await cleanFiles()
      expect(await there()).toEqual([true, true, false])
      await cleanFiles(Date.now() + 25 * 3_600_000)
      expect(await there()).toEqual([false, true, false])

      const stray = keys[0]!.replace(/[^/]+$/, 'stray.pdf')
      await (await drive()).put(stray, 'stray')
      // A task's file whose process was killed before it could register it, and one that belongs to a task.
      const [taskStray, taskFile] = ['tasks/platform/stray', 'tasks/platform/kept']
      for (const key of [taskStray, taskFile]) await (await drive()).put(key!, 'rows')
      await app.asSystem(async () => {
        const database = await db()
        const { id } = await database.from('core_users').where('email', 'admin@platform.example').firstOrFail()
        const row = { user_id: id, name: 'core.lists.export', payload: '{}', state: 'done', file_key: taskFile }
        await database.table('core_tasks').insert(row)
      })
      const strays = async () => Promise.all([stray, taskStray!, taskFile!].map(async (key) => (await drive()).exists(key)))
      // A young file may still get its row.
      await sweepDisk()
      expect(await strays()).toEqual([true, true, true])
      await sweepDisk(Date.now() + 25 * 3_600_000)
      expect([await strays(), await there()]).toEqual([
        [false, false, true],
        [false, true, false],
      ])

      // When the transaction fails, the file and its content stay.
      await inNoordwind(async () =>
        (await db()).transaction(async (trx) => {
          await removeFile(attached.id, trx)
          throw new Error('changed my mind')
        }),
      ).catch(() => {})
      await removeContent()
      expect(await there()).toEqual([false, true, false])
      await inNoordwind(async () => removeFile(attached.id))
      await removeContent()
      expect(await there()).toEqual([false, false, false])
    })
  })
}
