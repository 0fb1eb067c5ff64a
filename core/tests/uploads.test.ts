import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { Upload } from 'tus-js-client'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { freePort } from '#core/testing/server_process'
import { TEST_PURPOSE, declareTestPurpose, pdfOf } from '#core/testing/file_checks'

// The protocol as its own client speaks it: https://tus.io/protocols/resumable-upload

let app: TestApp
let owner: TestClient
const UPLOADS = '/api/core/uploads'
const encode = (value: string) => Buffer.from(value).toString('base64')

beforeAll(async () => {
  app = await testApp()
  await declareTestPurpose()
  owner = await signInAs('leerling@noordwind.example')
})

const PIECE = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }

/** Another process that serves the same database and folder. */
async function startProcess() {
  const port = await freePort()
  const script = fileURLToPath(new URL('../testing/upload_process.ts', import.meta.url))
  const child = fork(script, { env: { ...process.env, PORT: String(port) }, execArgv: ['--import=@poppinss/ts-exec'] })
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`The process ended with ${code}.`)))
  })
  return { process: child, url: `http://127.0.0.1:${port}` }
}

async function headersOf(client: TestClient) {
  // Of this session: signing in changed the valid one. Its cookie is sent with it.
  const token = (await client.get('/public/auth/csrf/')).body.csrf_token as string
  return { cookie: client.cookieHeader(), 'x-csrf-token': token }
}

async function begin(client: TestClient, size: number, metadata = `purpose ${encode(TEST_PURPOSE.name)},filename ${encode('Bewijs.pdf')}`) {
  const response = await fetch(app.url + UPLOADS, {
    method: 'POST',
    headers: { ...(await headersOf(client)), 'tus-resumable': '1.0.0', 'upload-length': String(size), 'upload-metadata': metadata },
  })
  return { status: response.status, path: response.headers.get('location') ?? '', text: await response.text() }
}

async function write(client: TestClient, path: string, offset: number, bytes: Uint8Array) {
  const response = await fetch(app.url + path, {
    method: 'PATCH',
    headers: {
      ...(await headersOf(client)),
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: bytes as BodyInit,
  })
  return { status: response.status, offset: Number(response.headers.get('upload-offset')), text: await response.text() }
}

async function offsetOf(client: TestClient, path: string) {
  const response = await fetch(app.url + path, { method: 'HEAD', headers: { cookie: client.cookieHeader(), 'tus-resumable': '1.0.0' } })
  return { status: response.status, offset: Number(response.headers.get('upload-offset')) }
}

describe('an upload', () => {
  it('arrives in pieces from the protocol’s own client and becomes a file of its owner', async () => {
    const content = pdfOf(3_000_000)
    const headers = await headersOf(owner)
    const body = await new Promise<string>((resolve, reject) => {
      new Upload(content, {
        endpoint: app.url + UPLOADS,
        headers,
        chunkSize: 700_000,
        metadata: { purpose: TEST_PURPOSE.name, filename: 'Diploma – kopie.pdf' },
        onError: reject,
        onSuccess: ({ lastResponse }) => resolve(lastResponse.getBody()),
      }).start()
    })
    const { file_id: id } = (JSON.parse(body) as { data: { file_id: number } }).data
    const file = await owner.get(`/api/core/files/${id}`)
    expect([file.status, Buffer.from(file.bytes).equals(content)]).toEqual([200, true])
    expect(file.headers.get('content-disposition')).toContain(`filename*=UTF-8''Diploma%20%E2%80%93%20kopie.pdf`)
  })

  it('continues after the connection broke in the middle of a piece', async () => {
    const content = pdfOf(2_000_000)
    const { path } = await begin(owner, content.length)
    const headers = await headersOf(owner)
    await new Promise<void>((resolve) => {
      const sending = request(`${app.url}${path}`, {
        method: 'PATCH',
        headers: {
          ...headers,
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
          'content-length': content.length,
        },
      })
      sending.on('error', () => resolve())
      sending.on('close', () => resolve())
      sending.write(content.subarray(0, 900_000), () => sending.destroy())
    })
    // The received part is there; the server reports its size.
    let at = await offsetOf(owner, path)
    await vi.waitFor(
      async () => {
        at = await offsetOf(owner, path)
        expect(at.offset).toBeGreaterThan(0)
      },
      { timeout: 300_000 },
    )
    expect(at.offset).toBeLessThanOrEqual(900_000)
    const done = await write(owner, path, at.offset, content.subarray(at.offset))
    expect(done.status).toBe(200)
    const { file_id: id } = (JSON.parse(done.text) as { data: { file_id: number } }).data
    expect(Buffer.from((await owner.get(`/api/core/files/${id}`)).bytes).equals(content)).toBe(true)
    // A client that lost the last response asks again and gets the same file.
    expect((await owner.get(path)).body.data).toMatchObject({ file_id: id, size: content.length })
    expect(await offsetOf(owner, path)).toEqual({ status: 200, offset: content.length })
  })

  it('continues in another process after the first was killed in the middle of a piece', async () => {
    const content = pdfOf(2_000_000)
    const { path } = await begin(owner, content.length)
    const first = await startProcess()
    const headers = await headersOf(owner)
    const sending = request(`${first.url}${path}`, {
      method: 'PATCH',
      headers: { ...headers, ...PIECE, 'upload-offset': '0', 'content-length': content.length },
    })
    const broken = new Promise((resolve) => sending.on('error', resolve).on('close', resolve))
    sending.write(content.subarray(0, 800_000))
    let arrived = 0
    while (arrived === 0) arrived = (await offsetOf(owner, path)).offset
    first.process.kill('SIGKILL')
    await broken

    const second = await startProcess()
    const at = Number(
      (await fetch(second.url + path, { method: 'HEAD', headers: { ...headers, 'tus-resumable': '1.0.0' } })).headers.get('upload-offset'),
    )
    expect(at).toBeGreaterThanOrEqual(arrived)
    const rest = await fetch(second.url + path, {
      method: 'PATCH',
      headers: { ...headers, ...PIECE, 'upload-offset': String(at) },
      body: content.subarray(at) as BodyInit,
    })
    expect(rest.status).toBe(200)
    const { data } = (await rest.json()) as { data: { file_id: number } }
    expect(Buffer.from((await owner.get(`/api/core/files/${data.file_id}`)).bytes).equals(content)).toBe(true)
    second.process.kill('SIGKILL')
  })

  it('belongs to its owner only, needs our page’s token, and a purpose that accepts uploads', async () => {
    const { path } = await begin(owner, 1000)
    const colleague = await signInAs('beheerder@noordwind.example')
    const stranger = await signInAs('leerling@bouwmeester.example')
    for (const client of [colleague, stranger]) {
      expect([
        await offsetOf(client, path),
        (await client.get(path)).status,
        (await write(client, path, 0, pdfOf(1000))).status,
      ]).toMatchObject([{ status: 404 }, 404, 404])
    }
    const bare = { cookie: owner.cookieHeader(), 'tus-resumable': '1.0.0', 'upload-length': '10' }
    expect((await fetch(app.url + UPLOADS, { method: 'POST', headers: bare })).status).toBe(403)
    for (const purpose of ['certificates.pdf', 'core.image', 'nothing', '__proto__']) {
      expect([purpose, (await begin(owner, 10, `purpose ${encode(purpose)}`)).status]).toEqual([purpose, 404])
    }
    expect((await begin(owner, 10, '')).status).toBe(400)
    expect((await begin(await signInAs('admin@platform.example'), 10)).status).toBe(404)
  })

  it('refuses unsupported parts of the protocol and invalid uploads with our error format', async () => {
    const ask = async (headers: Record<string, string>, method = 'POST', path = UPLOADS) => {
      const metadata = `purpose ${encode(TEST_PURPOSE.name)},filename ${encode('Bewijs.pdf')}`
      const response = await fetch(app.url + path, {
        method,
        headers: { ...(await headersOf(owner)), 'tus-resumable': '1.0.0', 'upload-metadata': metadata, ...headers },
      })
      const text = await response.text()
      expect(response.headers.get('content-type'), text).toMatch(/^application\/json/)
      return [response.status, JSON.parse(text)] as const
    }
    const bad = [400, { status: 'error', code: 'bad_request' }]
    expect(await ask({ 'upload-defer-length': '1' })).toEqual(bad)
    expect(await ask({ 'upload-length': '100', 'upload-concat': 'partial' })).toEqual(bad)
    expect(await ask({ 'upload-concat': `final;${UPLOADS}/a ${UPLOADS}/b` })).toEqual(bad)
    expect(await ask({ 'upload-length': 'many' })).toEqual(bad)
    expect(await ask({})).toEqual(bad)
    expect(await ask({ 'upload-length': '10', 'tus-resumable': '0.2.2' })).toEqual(bad)
    expect(await ask({ 'upload-length': String(TEST_PURPOSE.maxBytes + 1) })).toEqual([413, { status: 'error', code: 'too_large' }])
    const { path } = await begin(owner, 1000)
    expect(await ask({ 'upload-offset': '5', 'content-type': 'application/offset+octet-stream' }, 'PATCH', path)).toEqual([
      409,
      { status: 'error', code: 'bad_request' },
    ])
  })

  it('is the one in the path, whatever else the address contains', async () => {
    const { path } = await begin(owner, 1000)
    const colleague = await signInAs('beheerder@noordwind.example')
    const { path: own } = await begin(colleague, 1000)
    const headers = await headersOf(colleague)
    for (const about of [path.split('/').at(-1)!, '..', '%2e%2e', '.', 'x%00']) {
      const send = (method: string, body?: Uint8Array) =>
        fetch(`${app.url}${own}?a=/${about}`, {
          method,
          headers: { ...headers, ...PIECE, 'upload-offset': String(at) },
          body: body as BodyInit,
        })
      const at = (await offsetOf(colleague, own)).offset
      expect([about, (await send('PATCH', pdfOf(100))).status]).toEqual([about, 204])
      expect([about, (await offsetOf(colleague, own)).offset]).toEqual([about, at + 100])
    }
    const answer = await fetch(`${app.url}${own}?a=/${path.split('/').at(-1)}`, { method: 'DELETE', headers: { ...headers, ...PIECE } })
    expect(answer.status).toBe(204)
    expect([await offsetOf(owner, path), await offsetOf(colleague, own)]).toMatchObject([{ status: 200, offset: 0 }, { status: 404 }])
  })

  it('becomes one file for concurrent requests, and reveals no internal error', async () => {
    const { writeFile, rm, mkdir } = await import('node:fs/promises')
    const { partPath } = await import('#core/files/uploads/upload_store')
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const count = () => app.asSystem(async () => Number((await db.from('core_files').count('* as n').first()).n))
    const { path } = await begin(owner, 2_000_000)
    const part = await app.inCompany('noordwind', () => partPath(path.split('/').at(-1)!))
    // As a killed process leaves it: complete, and not yet a file.
    await writeFile(part, pdfOf(2_000_000))
    const before = await count()
    const answers = await Promise.all(Array.from({ length: 20 }, () => owner.get(path)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data?.file_id}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
    expect(await count()).toBe(before + 1)

    const { path: broken } = await begin(owner, 100_000)
    const folder = await app.inCompany('noordwind', () => partPath(broken.split('/').at(-1)!))
    await rm(folder)
    await mkdir(folder)
    const refused = await write(owner, broken, (await offsetOf(owner, broken)).offset, pdfOf(100))
    expect([refused.status, JSON.parse(refused.text)]).toEqual([500, { status: 'error', code: 'default' }])
    await rm(folder, { recursive: true })
  })

  it('is no larger than its purpose allows and than declared, and is of the type of its content', async () => {
    expect((await begin(owner, TEST_PURPOSE.maxBytes + 1)).status).toBe(413)
    const said = await begin(owner, 100)
    expect((await write(owner, said.path, 0, pdfOf(5000))).status).toBeGreaterThanOrEqual(400)
    expect((await offsetOf(owner, said.path)).offset).toBeLessThanOrEqual(100)

    const lie = await begin(owner, 5000)
    const refused = await write(owner, lie.path, 0, Buffer.concat([Buffer.from('MZ'), randomBytes(4998)]))
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
      422,
      { code: 'validation_failed', errors: [{ field: 'file', rule: 'wrong_file_type' }] },
    ])
    expect((await offsetOf(owner, lie.path)).status).toBe(404)
  })

  it('can be cancelled, and expires after a day with its received part', async () => {
    const { readdir } = await import('node:fs/promises')
    const { stagingFolder } = await import('#core/files/staging')
    const { cleanFiles } = await import('#core/files/clean')
    const first = await begin(owner, 1000)
    await write(owner, first.path, 0, pdfOf(400))
    const headers = { ...(await headersOf(owner)), 'tus-resumable': '1.0.0' }
    expect((await fetch(app.url + first.path, { method: 'DELETE', headers })).status).toBe(204)
    expect((await offsetOf(owner, first.path)).status).toBe(404)
    const second = await begin(owner, 1000)
    await write(owner, second.path, 0, pdfOf(400))
    await cleanFiles(Date.now() + 25 * 3_600_000)
    expect((await offsetOf(owner, second.path)).status).toBe(404)
    const left = (await readdir(await stagingFolder(), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    expect(left).toEqual([])
  })

  it('cannot fill the machine: a person may have few in progress', async () => {
    const person = await signInAs('leerling@bouwmeester.example')
    // Also for concurrent requests.
    const headers = { ...(await headersOf(person)), 'tus-resumable': '1.0.0', 'upload-length': '10' }
    const metadata = `purpose ${encode(TEST_PURPOSE.name)}`
    const many = Array.from({ length: 40 }, () =>
      fetch(app.url + UPLOADS, { method: 'POST', headers: { ...headers, 'upload-metadata': metadata } }),
    )
    const statuses = (await Promise.all(many)).map(({ status }) => status)
    statuses.push((await begin(person, 10)).status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(21)
  })
})
