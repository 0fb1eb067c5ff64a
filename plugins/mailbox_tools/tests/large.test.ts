import { createReadStream, createWriteStream, existsSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { Upload } from 'tus-js-client'
import { fromFd } from 'yauzl'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PASSWORD, TestClient } from '#core/testing/client'
import { operatedServer, type OperatedServer } from '#core/testing/operated_server'
import { ordinary, tiny, writeMailbox, writeOneMessage } from './large_mailbox.js'

// @own-process: starts a server, whose memory it measures

// Starts the server as an operator does, uploads and converts a mailbox as an admin does, and reads how much memory the process had at most.
// `MAILBOX_MB=1024` makes it as large as the issue wants; that takes about ten minutes.

const MB = Number(process.env.MAILBOX_MB ?? 24)
const MOST_RSS_MB = 400
const base = '/api/mailbox_tools'
// Only a hang reaches this.
const WAIT = { timeout: Math.max(300_000, MB * 2000), interval: 500 }
const operator = operatedServer()
let folder: string
let server: OperatedServer
let admin: TestClient

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'large-mailbox-'))
  server = await operator.start()
  admin = new TestClient(server.url)
  await admin.post('/public/auth/login/', { email: 'admin@platform.example', password: PASSWORD })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

/** The most memory that the process ever had; 0 where the system does not say. */
function peakMb(): number {
  const file = `/proc/${server.process.pid}/status`
  return existsSync(file) ? Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8'))![1]) / 1024) : 0
}
const report = (what: string) => process.env.MAILBOX_MB && console.warn(`${MB} MB, ${what}: the process had at most ${peakMb()} MB`)

async function upload(path: string): Promise<string> {
  // Signing in made a new token valid, with its own cookie.
  const token = (await admin.get('/public/auth/csrf/')).body.csrf_token as string
  const headers = { cookie: admin.cookieHeader(), 'x-csrf-token': token }
  const { size } = await stat(path)
  return new Promise((resolve, reject) => {
    const sent = new Upload(createReadStream(path), {
      endpoint: `${server.url}${base}/uploads`,
      ...{ headers, chunkSize: 8 * 1024 * 1024, uploadSize: size, metadata: { filename: 'large.mbox' } },
      onSuccess: () => resolve(sent.url!.split('/').at(-1)!),
      onError: reject,
    })
    sent.start()
  })
}

/** Converts it, and returns the finished task. */
async function convert(token: string, format: 'csv' | 'xlsx') {
  const filters = { words: '', sender: '', from: null, until: null, unique: true }
  const columns = ['date', 'from_name', 'from_address', 'subject', 'text', 'attachments', 'message_id', 'note']
  const { status, body } = await admin.post(`${base}/mailboxes/${token}/convert`, { format, columns, ...filters })
  expect(status).toBe(202)
  const task = async () => (await admin.get(`/api/core/tasks/${body.data.id}`)).body.data
  await vi.waitFor(async () => expect(['done', 'failed']).toContain((await task()).state), WAIT)
  report(format)
  return task()
}

/** Downloads a task's file, never all of it in memory, and counts a word in it. */
async function count(
  task: { id: number },
  word: string,
  unpacked: (file: string) => Promise<Readable> = async (file) => createReadStream(file),
) {
  const { body, status } = await fetch(`${server.url}/api/core/tasks/${task.id}/file`, { headers: { cookie: admin.cookieHeader() } })
  expect(status).toBe(200)
  const file = join(folder, 'result')
  await finished(Readable.fromWeb(body as never).pipe(createWriteStream(file)))
  let [found, rest] = [0, '']
  for await (const chunk of (await unpacked(file)).setEncoding('latin1')) {
    const parts = (rest + chunk).split(word)
    found += parts.length - 1
    rest = parts.at(-1)!.slice(1 - word.length)
  }
  return found
}

/** The rows of the sheet in an XLSX. */
async function sheetOf(file: string): Promise<Readable> {
  return new Promise((resolve, reject) => {
    fromFd(openSync(file, 'r'), { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('entry', (entry: { fileName: string }) => {
        if (entry.fileName !== 'xl/worksheets/sheet1.xml') return zip.readEntry()
        zip.openReadStream(entry as never, (failed, stream) => (failed ? reject(failed) : resolve(stream)))
      })
      zip.readEntry()
    })
  })
}

describe(`a mailbox of ${MB} MB`, () => {
  it(`is converted to CSV and XLSX by a process of less than ${MOST_RSS_MB} MB`, { timeout: 4 * WAIT.timeout }, async () => {
    const path = join(folder, 'ordinary.mbox')
    const messages = await writeMailbox(path, MB * 1024 * 1024, ordinary)
    const token = await upload(path)
    await rm(path)
    report(`${messages} messages uploaded`)
    const csv = await convert(token, 'csv')
    expect(csv).toMatchObject({ state: 'done' })
    expect(await count(csv, '@large.example;')).toBeGreaterThanOrEqual(messages)
    const xlsx = await convert(token, 'xlsx')
    expect(xlsx).toMatchObject({ state: 'done' })
    // With the line of headers.
    expect(await count(xlsx, '<row ', sheetOf)).toBe(messages + 1)
    report('downloaded')
    expect(peakMb()).toBeLessThan(MOST_RSS_MB)
    await admin.delete(`${base}/mailboxes/${token}`)
  })

  it(
    'is converted within the same memory if its messages are tiny, and refused as a sheet if it has too many rows',
    { timeout: 4 * WAIT.timeout },
    async () => {
      const path = join(folder, 'tiny.mbox')
      const messages = await writeMailbox(path, (MB / 4) * 1024 * 1024, tiny)
      const token = await upload(path)
      await rm(path)
      report(`${messages} messages uploaded`)
      const csv = await convert(token, 'csv')
      expect(csv).toMatchObject({ state: 'done' })
      // One `Message-ID` in each line.
      expect(await count(csv, '\r\n')).toBe(messages + 1)
      const fits = messages <= 1_048_575
      expect(await convert(token, 'xlsx')).toMatchObject(fits ? { state: 'done' } : { state: 'failed', code: 'too_many_for_sheet' })
      expect(peakMb()).toBeLessThan(MOST_RSS_MB)
      await admin.delete(`${base}/mailboxes/${token}`)
    },
  )

  it('is one row that says it was cut if it is a single message, within the same memory', { timeout: 4 * WAIT.timeout }, async () => {
    const path = join(folder, 'one.mbox')
    await writeOneMessage(path, MB * 1024 * 1024)
    const token = await upload(path)
    await rm(path)
    const csv = await convert(token, 'csv')
    expect(csv).toMatchObject({ state: 'done' })
    expect(await count(csv, 'only-one@large.example')).toBe(1)
    expect(await count(csv, 'Te groot: alleen het begin staat hier.')).toBe(1)
    expect(peakMb()).toBeLessThan(MOST_RSS_MB)
  })
})
