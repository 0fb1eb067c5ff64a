import { generateKeyPairSync, sign } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { loseCompany } from '#core/testing/lose_company'
import { superuserOfTest } from '#core/testing/superuser'

// Malicious archives, and a platform that dies during a restore.

let app: TestApp
let admin: TestClient
let archive: Buffer
let superuser: pg.Client
const folder = process.env.TEST_FOLDER!

const database = async () => (await import('@adonisjs/lucid/services/db')).default
const across = <T>(sql: string, values: unknown[] = []): Promise<T[]> =>
  app.asSystem(async () => (await (await database()).rawQuery(sql, values as string[])).rows)

beforeAll(async () => {
  app = await testApp()
  admin = await signInAs('admin@platform.example')
  const [company] = await across<{ id: number }>(`select id from core_companies where login_id = 'bouwmeester'`)
  const path = join(folder, 'attacked.zip')
  const { exportCompany } = await import('#core/archive/export_company')
  await app.asSystem(() => exportCompany(company!.id, path))
  archive = await readFile(path)
  await loseCompany('bouwmeester')
  superuser = await superuserOfTest()
})
afterAll(() => superuser.end())

const send = (client: TestClient, content: Uint8Array, headers: Record<string, string> = {}) =>
  client.request('POST', '/api/companies/archives', new Blob([content as BlobPart]), { 'content-type': 'application/zip', ...headers })
const restore = (client: TestClient, token: string, login_id: string) => client.post('/api/companies/archives/restore', { token, login_id })
const staged = async () => {
  const { stagingFolder } = await import('#core/files/staging')
  return (await readdir(await stagingFolder(), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
}
const taskOf = async (id: number) => (await admin.get(`/api/core/tasks/${id}`)).body.data
const companies = async () =>
  (await across<{ login_id: string }>(`select login_id from core_companies where login_id like 'bouwmeester%' order by 1`)).map(
    ({ login_id }) => login_id,
  )

/** Builds a zip of these entries, signed with its maker's own key unless told otherwise. */
async function forged(manifest: string, change: { signature?: object; comment?: string } = {}): Promise<Buffer> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const bytes = Buffer.from(manifest)
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url')
  const signature = sign(null, Buffer.concat([Buffer.from('core.archive\n'), bytes]), privateKey).toString('base64url')
  const zip = new ZipFile()
  zip.addBuffer(bytes, 'manifest.json')
  zip.addBuffer(Buffer.from(JSON.stringify({ algorithm: 'Ed25519', key, signature, ...change.signature })), 'signature.json')
  zip.end()
  const path = join(folder, 'forged.zip')
  await pipeline(zip.outputStream, createWriteStream(path))
  return readFile(path)
}

/** Builds the archive with more entries in its list than were signed. Each entry of the list gets the given extra field or comment. */
function padded(bytes: Buffer, at: 30 | 32, padding: Buffer): Buffer {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const from = bytes.readUInt32LE(end + 16)
  const entry = Buffer.from(bytes.subarray(from, from + 46 + bytes.readUInt16LE(from + 28)))
  entry.writeUInt16LE(padding.length, at)
  const rest = bytes.subarray(from + entry.length)
  const tail = Buffer.from(bytes.subarray(end))
  tail.writeUInt32LE(bytes.readUInt32LE(end + 12) + padding.length, 12)
  return Buffer.concat([bytes.subarray(0, from), entry, padding, rest.subarray(0, end - from - entry.length), tail])
}

describe('an uploaded archive', () => {
  it('is not read when another key signed it, and nothing unsigned is stored', async () => {
    const key = (await (await import('#core/signing/platform_key')).publicKey()) as string
    const code = async (content: Buffer, headers = {}) => {
      const { status, body } = await send(admin, content, headers)
      return [status, body.code]
    }
    expect({
      // A newer format or none: the signature is reported first.
      newer: await code(await forged(JSON.stringify({ kind: 'training-platform/company', format: 2 }))),
      noManifest: await code(await forged('[[[[')),
      // Our key name with another key's signature is refused.
      named: await code(await forged('[[[[', { signature: { key } })),
      largeSignature: await code(await forged('{}', { signature: { more: 'x'.repeat(5000) } })),
      extra: await code(padded(archive, 30, Buffer.alloc(60_000))),
      comment: await code(padded(archive, 32, Buffer.alloc(60_000, 'x'))),
      cut: await code(archive.subarray(0, archive.length / 2)),
      empty: await code(Buffer.alloc(0)),
      // Whatever name it claims.
      json: await code(Buffer.from('{}'), { 'content-type': 'application/json' }),
      form: await code(Buffer.from('a=b'), { 'content-type': 'application/x-www-form-urlencoded' }),
      multipart: await code(Buffer.from('--x--'), { 'content-type': 'multipart/form-data; boundary=x' }),
      noToken: await code(archive, { 'x-csrf-token': 'wrong' }),
    }).toEqual({
      newer: [409, 'archive_signed_by_another'],
      noManifest: [409, 'archive_signed_by_another'],
      named: [422, 'archive_tampered'],
      largeSignature: [422, 'archive_unreadable'],
      extra: [422, 'archive_unreadable'],
      comment: [422, 'archive_unreadable'],
      cut: [422, 'archive_unreadable'],
      empty: [422, 'archive_unreadable'],
      json: [422, 'archive_unreadable'],
      form: [422, 'archive_unreadable'],
      multipart: [422, 'archive_unreadable'],
      noToken: [403, 'csrf_failed'],
    })
    expect(await staged()).toEqual([])
  })

  it('leaves nothing behind when the sender disconnects', async () => {
    const token = await admin.csrfToken()
    const url = new URL('/api/companies/archives', admin.url)
    await new Promise<void>((resolve) => {
      const headers = {
        cookie: admin.cookieHeader(),
        'x-csrf-token': token,
        'content-length': 10_000_000,
        'content-type': 'application/zip',
      }
      const sending = request(url, { method: 'POST', headers })
      sending.on('error', () => resolve())
      sending.write(Buffer.alloc(500_000))
      setTimeout(() => sending.destroy(new Error('hung up')), 300)
    })
    await expect.poll(staged).toEqual([])
  })

  it('is restored once for concurrent requests, and cannot be used by another admin', async () => {
    const { token } = (await send(admin, archive)).body.data as { token: string }
    // Five archives may wait at most: an upload stays until it is used.
    await across(
      `insert into core_tasks (company_id, user_id, name, payload, state) select null, u.id, 'core.isolation', '{}', 'queued'
         from core_users u, generate_series(1, 5) where u.email = 'admin@platform.example'`,
    )
    const refused = await restore(admin, token, 'bouwmeester')
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_tasks'])
    await across(`delete from core_tasks where name = 'core.isolation' and state = 'queued'`)

    const answers = await Promise.all(['bouwmeester', 'bouwmeester-twee', 'bouwmeester-drie'].map((id) => restore(admin, token, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 404, 404])
    await app.settle()
    const started = answers.find(({ status }) => status === 202)!.body.data
    expect((await taskOf(started.id)).state).toBe('done')
    expect(await companies()).toHaveLength(1)
    await loseCompany((await companies())[0]!)
  })

  it('is restored completely or not at all when the database connection breaks, and reports it', async () => {
    const files = async () => {
      const { default: drive } = await import('@adonisjs/drive/services/main')
      return [...(await drive.use().listAll('companies/', { recursive: true })).objects].length
    }
    let before = await files()
    // Fails the very last write once: rows and content are written by then. A sequence is not rolled back.
    for (const fails of ['perform pg_terminate_backend(pg_backend_pid())', `raise exception 'cut off'`]) {
      await superuser.query(`create sequence cut_once;
        create function cut_once() returns trigger language plpgsql security definer set search_path = public as $$
          begin if nextval('cut_once') = 1 then ${fails}; end if; return null; end $$;
        create trigger cut_once after insert on core_audit_log for each row when (new.action = 'restore_company') execute function cut_once()`)
      const sent = (await send(admin, archive)).body.data as { token: string; files: number }
      const { id } = (await restore(admin, sent.token, 'bouwmeester')).body.data as { id: number }
      await app.settle()
      const { rows } = await superuser.query('select last_value::int as tries from cut_once')
      await superuser.query('drop trigger cut_once on core_audit_log; drop function cut_once; drop sequence cut_once')
      const task = await taskOf(id)
      // Retried automatically: the writes of the first try are gone, in the database and on the disk.
      expect([task.state, task.code, rows[0].tries, await companies(), await staged()]).toEqual(['done', null, 2, ['bouwmeester'], []])
      before += sent.files
      expect(await files()).toBe(before)
      await loseCompany('bouwmeester')
    }
  })
})

describe('two archives of one company at once', () => {
  it('create one company', async () => {
    await writeFile(join(folder, 'again.zip'), archive)
    const { restoreCompany } = await import('#core/archive/restore')
    const both = await Promise.allSettled([
      restoreCompany(join(folder, 'again.zip'), { loginId: 'bouwmeester' }),
      restoreCompany(join(folder, 'again.zip'), { loginId: 'bouwmeester-twee' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason.code).toBe('archive_taken')
    expect(await companies()).toHaveLength(1)
  })
})
