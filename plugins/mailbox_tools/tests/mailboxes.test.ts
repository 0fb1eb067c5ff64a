import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { Upload } from 'tus-js-client'
import { signInAs, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

// From the file that an admin uploads to the table that they download.

let app: TestApp
let admin: TestClient
const uploads = '/api/mailbox_tools/uploads'
const base = '/api/mailbox_tools/mailboxes'

beforeAll(async () => {
  app = await testApp()
  admin = await signInAs('admin@platform.example')
})

/** Headers of the current session: signing in made a new CSRF token valid, with its own cookie. */
async function headersOf(client: TestClient) {
  const token = (await client.get('/public/auth/csrf/')).body.csrf_token as string
  return { cookie: client.cookieHeader(), 'x-csrf-token': token }
}

/** Uploads a file as the page does. @returns its token, or the refusal */
async function send(
  content: Buffer,
  { client = admin, name = 'mail.mbox', piece = 700_000 } = {},
): Promise<{ token: string } | { status: number; code: string }> {
  const headers = await headersOf(client)
  return new Promise((resolve, reject) => {
    const upload = new Upload(content, {
      endpoint: app.url + uploads,
      ...{ headers, chunkSize: piece, metadata: { filename: name }, retryDelays: [] },
      onSuccess: () => resolve({ token: upload.url!.split('/').at(-1)! }),
      onError: (error) => {
        const response = 'originalResponse' in error ? error.originalResponse : null
        if (!response) return reject(error)
        resolve({ status: response.getStatus(), code: JSON.parse(response.getBody()).code })
      },
    })
    upload.start()
  })
}
const tokenOf = async (content: string, name?: string) => {
  const sent = await send(Buffer.from(content), name ? { name } : {})
  expect(sent).toHaveProperty('token')
  return (sent as { token: string }).token
}

interface Mail {
  id?: string
  day?: string
  from?: string
  subject?: string
  text?: string
}
let made = 0
const mail = ({ id = `${++made}@test`, day = '05', from = 'Ada <ada@lovelace.example>', subject = 'Hallo', text = 'Dag' }: Mail = {}) =>
  `From x@example Mon Jan ${day} 10:00:00 2026\nMessage-ID: <${id}>\nDate: Mon, ${day} Jan 2026 10:00:00 +0100\nFrom: ${from}\nSubject: ${subject}\n\n${text}\n\n`

const ORDER = {
  format: 'csv',
  columns: ['date', 'from_address', 'subject', 'text'],
  words: '',
  sender: '',
  from: null,
  until: null,
  unique: false,
}

/** Converts a mailbox, and reads the file's lines without the header line. */
async function convert(token: string, more: object = {}): Promise<string[]> {
  const started = await admin.post(`${base}/${token}/convert`, { ...ORDER, ...more })
  expect([started.status, started.body]).toMatchObject([202, { data: { state: 'queued' } }])
  await app.settle()
  const file = await admin.get(`/api/core/tasks/${started.body.data.id}/file`)
  expect(file.status).toBe(200)
  return Buffer.from(file.bytes).toString('utf8').trim().split('\r\n').slice(1)
}
const emptied = async () => {
  for (const { token } of (await admin.get(base)).body.data) await admin.delete(`${base}/${token}`)
}

describe('a mailbox', () => {
  it('is uploaded in chunks, previewed, and converted to CSV', async () => {
    const token = await tokenOf(
      mail({ subject: 'Één', text: 'regel' }) + mail({ subject: 'Twee', from: 'bob@example.com' }),
      'Postvak – in.mbox',
    )
    expect((await admin.get(base)).body.data).toMatchObject([{ token, name: 'Postvak – in.mbox', is_whole: true }])
    expect((await admin.get(`${base}/${token}/preview`)).body.data).toMatchObject([
      { subject: 'Één', from_name: 'Ada' },
      { subject: 'Twee' },
    ])
    expect(await convert(token)).toEqual(['2026-01-05 10:00;ada@lovelace.example;Één;regel', '2026-01-05 10:00;bob@example.com;Twee;Dag'])
    await emptied()
  })

  it('is filtered by words, sender, days, duplicates and chosen columns', async () => {
    const box = [
      mail({ id: 'a', day: '05', subject: 'Offerte kraan' }),
      mail({ id: 'b', day: '12', subject: 'Factuur', text: 'de kráán', from: 'Bob Bakker <bob@example.com>' }),
      mail({ id: 'a', day: '05', subject: 'Offerte kraan' }),
      mail({ id: 'c', day: '19', subject: 'Planning' }),
    ].join('')
    const token = await tokenOf(box)
    const only = (more: object) => convert(token, { columns: ['subject'], ...more })
    expect(await only({})).toEqual(['Offerte kraan', 'Factuur', 'Offerte kraan', 'Planning'])
    expect(await only({ unique: true })).toEqual(['Offerte kraan', 'Factuur', 'Planning'])
    expect(await only({ words: 'KRAAN', unique: true })).toEqual(['Offerte kraan', 'Factuur'])
    expect(await only({ sender: 'bakker' })).toEqual(['Factuur'])
    expect(await only({ from: '2026-01-12', until: '2026-01-12' })).toEqual(['Factuur'])
    const xlsx = await admin.post(`${base}/${token}/convert`, { ...ORDER, format: 'xlsx' })
    await app.settle()
    const file = await admin.get(`/api/core/tasks/${xlsx.body.data.id}/file`)
    expect(Buffer.from(file.bytes.slice(0, 2)).toString()).toBe('PK')
    await emptied()
  })

  it('becomes leads of marketing, after a preview: each sender once, without programs, however often it is done', async () => {
    const box = [
      mail({ from: 'Ada <ada@leads-box.example>', subject: 'Offerte', text: 'Voor tien mensen' }),
      mail({ from: 'ADA <Ada@Leads-Box.example>', subject: 'Nog iets' }),
      mail({ from: 'Bob <bob@leads-box.example>', subject: 'Vraag' }),
      mail({ from: 'noreply@leads-box.example', subject: 'Automatisch' }),
      mail({ from: 'geen adres', subject: 'Zonder adres' }),
    ].join('')
    const token = await tokenOf(box)
    const which = { words: '', sender: '', from: null, until: null }
    const preview = await admin.post(`${base}/${token}/leads/preview`, which)
    expect(preview.body.data).toMatchObject([
      { email: 'ada@leads-box.example', name: 'Ada', subject: 'Offerte', message: 'Voor tien mensen' },
      { email: 'bob@leads-box.example' },
    ])
    expect((await admin.post(`${base}/${token}/leads/preview`, { ...which, words: 'vraag' })).body.data).toMatchObject([{ name: 'Bob' }])
    const leads = async () => (await admin.get('/api/marketing/leads?source=mailbox&search=leads-box&sort=email')).body.data
    expect(await leads()).toEqual([])
    for (let time = 0; time < 2; time++) {
      const started = await admin.post(`${base}/${token}/leads`, which)
      expect([started.status, started.body]).toMatchObject([202, {}])
      await app.settle()
      expect((await admin.get(`/api/core/tasks/${started.body.data.id}`)).body.data).toMatchObject({ state: 'done', failed: 0 })
    }
    expect(await leads()).toMatchObject([
      { email: 'ada@leads-box.example', subject: 'Offerte', state: 'new', consent_at: null, company: null },
      { email: 'bob@leads-box.example', subject: 'Vraag' },
    ])
    expect((await admin.post(`${base}/${token}/leads`, { ...which, from: 'x' })).status).toBe(422)
    expect((await admin.post(`${base}/${'x'.repeat(32)}/leads`, which)).status).toBe(404)
    await emptied()
  })

  it('writes no cell that a spreadsheet would run as a formula', async () => {
    const token = await tokenOf(mail({ subject: '=HYPERLINK("x")' }))
    expect(await convert(token, { columns: ['subject'] })).toEqual([`"'=HYPERLINK(""x"")"`])
    await emptied()
  })

  it.each([
    ['a zip', Buffer.concat([Buffer.from('504b0304140000000800', 'hex'), Buffer.alloc(500)]), 'not_a_mailbox'],
    ['a picture', Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(200)]), 'not_a_mailbox'],
    ['an empty file', Buffer.alloc(0), 'mailbox_empty'],
    ['blank lines', Buffer.from('\n\n\n'), 'mailbox_empty'],
    ['a letter', Buffer.from('Beste Ada,\n\nHierbij.\n'), 'not_a_mailbox'],
    ['UTF-16', Buffer.from(`\uFEFF${mail()}`, 'utf16le'), 'not_a_mailbox'],
  ])('refuses %s with a code, and stores nothing of it', async (_what, content, code) => {
    expect(await send(content)).toEqual({ status: 422, code })
    expect((await admin.get(base)).body.data).toEqual([])
  })

  it('is accessible only to its owner', async () => {
    const token = await tokenOf(mail())
    const other = await signInAs('mini@platform.example')
    const supervisor = await signInAs('beheerder@noordwind.example')
    for (const path of [`${base}/${token}/preview`, `${uploads}/${token}`]) {
      expect([path, (await other.get(path)).status, (await supervisor.get(path)).status]).toEqual([path, 404, 403])
    }
    expect((await other.post(`${base}/${token}/convert`, ORDER)).status).toBe(404)
    expect((await other.delete(`${base}/${token}`)).status).toBe(404)
    expect((await other.get(base)).body.data).toEqual([])
    for (const wrong of ['x', '..%2f..%2fapp.key', '0'.repeat(48)])
      expect([wrong, (await admin.get(`${base}/${wrong}/preview`)).status]).toEqual([wrong, 404])
    await emptied()
  })

  it('resumes an interrupted upload, and is not converted before it is complete', async () => {
    const content = Buffer.from(mail().repeat(3))
    const headers = { ...(await headersOf(admin)), 'tus-resumable': '1.0.0' }
    const begun = await fetch(app.url + uploads, { method: 'POST', headers: { ...headers, 'upload-length': String(content.length) } })
    const path = begun.headers.get('location')!
    const patch = (at: number, bytes: Buffer) =>
      fetch(app.url + path, {
        method: 'PATCH',
        headers: { ...headers, 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' },
        body: bytes as never,
      })
    expect((await patch(0, content.subarray(0, 100))).status).toBe(204)
    const token = path.split('/').at(-1)!
    expect((await admin.post(`${base}/${token}/convert`, ORDER)).body.code).toBe('upload_unfinished')
    expect((await patch(7, content.subarray(7))).status).toBe(409)
    const head = await fetch(app.url + path, { method: 'HEAD', headers })
    expect(head.headers.get('upload-offset')).toBe('100')
    expect((await patch(100, content.subarray(100))).status).toBe(200)
    expect(await convert(token, { columns: ['subject'] })).toHaveLength(3)
    await emptied()
  })

  it('answers 404 to a chunk that is still being sent when its owner deletes it', async () => {
    const headers = { ...(await headersOf(admin)), 'tus-resumable': '1.0.0' }
    const begun = await fetch(app.url + uploads, { method: 'POST', headers: { ...headers, 'upload-length': '200000' } })
    const path = begun.headers.get('location')!
    let finish = () => {}
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.alloc(100_000, 'a'))
        finish = () => controller.close()
      },
    })
    const sent = fetch(app.url + path, {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      ...({ body, duplex: 'half' } as object),
    })
    await expect.poll(async () => (await admin.get(path)).body.data.received as number).toBeGreaterThan(0)
    expect((await admin.delete(`${base}/${path.split('/').at(-1)}`)).status).toBe(200)
    finish()
    const answer = await sent
    expect([answer.status, await answer.json()]).toEqual([404, { status: 'error', code: 'not_found' }])
    expect((await admin.get(base)).body.data).toEqual([])
  })

  it('is refused when it is too large, or when there are too many', async () => {
    const headers = { ...(await headersOf(admin)), 'tus-resumable': '1.0.0' }
    const begin = (size: number) => fetch(app.url + uploads, { method: 'POST', headers: { ...headers, 'upload-length': String(size) } })
    expect((await begin(2 * 1024 ** 3 + 1)).status).toBe(413)
    for (let number = 0; number < 5; number++) expect((await begin(10)).status).toBe(201)
    expect((await begin(10)).status).toBe(429)
    await emptied()
  })

  it('answers 422 for an invalid request', async () => {
    const token = await tokenOf(mail())
    const wrong = async (more: object) => (await admin.post(`${base}/${token}/convert`, { ...ORDER, ...more })).status
    for (const more of [{ columns: [] }, { columns: ['password'] }, { format: 'exe' }, { from: '2026-13-01' }, { words: 5 }])
      expect([more, await wrong(more)]).toEqual([more, 422])
    await emptied()
  })

  it('is deleted after a day, and then answers 404', async () => {
    const token = await tokenOf(mail())
    const { cleanFiles } = await import('#core/files/clean')
    const { stagingFolder } = await import('#core/files/staging')
    const folder = await stagingFolder('admins', 'mailbox_tools')
    await cleanFiles()
    expect(await readdir(folder)).toContain(token)
    const before = new Date(Date.now() - 25 * 3_600_000)
    await utimes(join(folder, `${token}.json`), before, before)
    await cleanFiles()
    expect((await readdir(folder)).filter((name) => name.startsWith(token))).toEqual([])
    expect((await admin.get(`${base}/${token}/preview`)).status).toBe(404)
  })
})

describe('a large mailbox', () => {
  it('is read completely, a few megabytes at a time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mailbox-'))
    const path = join(folder, 'large.mbox')
    const text = 'Regels met woorden, en nog een paar.\n'.repeat(120)
    const file = createWriteStream(path)
    const count = 8000
    for (let number = 0; number < count; number++) file.write(mail({ text }))
    await new Promise((resolve) => file.end(resolve))
    const { readMailbox } = await import('../server/services/read_mailbox.js')
    let read = 0
    let [found, ahead] = [0, 0]
    for await (const messages of readMailbox(path, (bytes) => (read = bytes))) {
      found += messages.length
      ahead = Math.max(ahead, read - found * text.length)
    }
    expect(found).toBe(count)
    expect(read).toBeGreaterThan(30 * 1024 * 1024)
    // The bytes that were read but not yet yielded are those in memory.
    expect(ahead).toBeLessThan(4 * 1024 * 1024)
    await rm(folder, { recursive: true })
  })
})
