import { type ChildProcess, spawn } from 'node:child_process'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, testApp } from '#core/testing/app'
import { TestClient } from '#core/testing/client'
import { freePort, waitUntilReady } from '#core/testing/server_process'

// What a visitor can do to a dedicated server, with its log visible and its database behind a connection that can be cut.

let url: string
let port: number
let server: ChildProcess
let wire: { listener: Server; sockets: Set<Socket> }
let log = ''

/** Forwards everything to PostgreSQL until it is told to stop. */
async function wireTo(target: URL, at = 0): Promise<typeof wire> {
  const sockets = new Set<Socket>()
  const listener = createServer((socket) => {
    const onward = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => to.destroy())
      from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => listener.listen(at, '127.0.0.1', resolve))
  return { listener, sockets }
}

beforeAll(async () => {
  await testApp()
  wire = await wireTo(new URL(process.env.DATABASE_URL!))
  const throughWire = (address: string) => {
    const changed = new URL(address)
    changed.searchParams.delete('host')
    changed.port = String((wire.listener.address() as AddressInfo).port)
    return changed.href
  }
  port = await freePort()
  url = `http://127.0.0.1:${port}`
  server = spawn(process.execPath, ['--import=@poppinss/ts-exec', 'core/bin/serve_only.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      DATABASE_URL: throughWire(process.env.DATABASE_URL!),
      DATABASE_ACROSS_URL: throughWire(process.env.DATABASE_ACROSS_URL!),
      PORT: String(port),
      APP_URL: url,
    },
  })
  server.stdout!.on('data', (chunk) => (log += chunk))
  await waitUntilReady(url, server)
})

afterAll(async () => {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
  wire.listener.close()
})

const lines = () =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level: number; msg: string; err?: { stack: string } })
const INFO = 30

/** Sends raw bytes and returns the response, or nothing when we hang up first. */
function raw(bytes: string, hangUp = false): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes)
      if (hangUp) setTimeout(() => socket.destroy(), 100)
    })
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk))
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}

async function poster() {
  const client = new TestClient(url)
  const token = await client.csrfToken()
  return (body: string, type = 'application/json') =>
    fetch(`${url}/public/register/email`, {
      method: 'POST',
      headers: { 'x-csrf-token': token, cookie: client.cookieHeader(), 'content-type': type },
      body,
    })
}

describe('a visitor', () => {
  it('gets a 400 for an endlessly nested body, on a fresh process', async () => {
    const post = await poster()
    const bodies = [2_100, 10_000, 200_000].flatMap((depth) => [
      '['.repeat(depth) + ']'.repeat(depth),
      `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
      `{"email":${'['.repeat(depth)}`,
    ])
    for (const body of bodies.filter(({ length }) => length < 1_000_000)) {
      const response = await post(body)
      expect([body.length, response.status, ((await response.json()) as { code: string }).code]).toEqual([
        body.length,
        400,
        'body_too_deep',
      ])
    }
    const form = await post(`a${'[b]'.repeat(40)}=1`, 'application/x-www-form-urlencoded')
    expect([form.status, ((await form.json()) as { code: string }).code]).toEqual([400, 'body_too_deep'])
    expect((await post(`"${'x'.repeat(1_100_000)}"`)).status).toBe(413)
    expect((await post(`a=${'x'.repeat(300_000)}`, 'application/x-www-form-urlencoded')).status).toBe(413)
    expect((await post('{"__proto__":{"email":"a@b.nl"}}')).status).toBe(400)
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
  })

  it('gets the security headers and our own request id for every request', async () => {
    const paths = ['/%ff', '/login/%', '/%c0%ae', '/images/%E0%A4%A', '//', '/health/live', '/no/such/page', '/?a[b]=%ff']
    // Addresses answered with a page, which a browser may cache for going back (decision 0185); nothing else may be cached.
    const pages = ['//', '/?a[b]=%ff']
    for (const path of paths) {
      const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: forged-by-me\r\nConnection: close\r\n\r\n`)
      expect([path, answer.split('\r\n')[0]]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 (200|4\d\d) /)])
      for (const header of [
        'x-content-type-options: nosniff',
        "default-src 'none'",
        'referrer-policy:',
        `cache-control: private, ${pages.includes(path) ? 'no-cache' : 'no-store'}\r\n`,
      ]) {
        expect([path, answer.toLowerCase()]).toEqual([path, expect.stringContaining(header)])
      }
      expect(answer).not.toContain('forged-by-me')
    }
    for (const broken of [
      'GET /\u0001 HTTP/1.1\r\n\r\n',
      'nonsense\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(40_000)}\r\n\r\n`,
    ]) {
      expect(await raw(broken)).toMatch(/^HTTP\/1\.1 4\d\d [^]*X-Content-Type-Options: nosniff/)
    }
    expect(log).not.toContain('forged-by-me')
  })

  it('fills no log with stack traces through disconnects or malformed cookies, headers and addresses', async () => {
    const before = lines().length
    const client = new TestClient(url)
    const token = await client.csrfToken()
    const head = (path: string, type: string) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${client.cookieHeader()}\r\nX-CSRF-Token: ${token}\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n\r\n`
    await raw(`${head('/public/register/email', 'application/json')}{"email":`, true)
    await raw(`${head('/public/register/email', 'application/x-www-form-urlencoded')}a=`, true)
    await raw(`${head('/public/register/email', 'multipart/form-data; boundary=x')}--x`, true)
    const get = (path: string, headers: string) =>
      raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n${headers}\r\n`)
    for (const value of ['%00', '%', '%ff', 'a%0d%0ab', '%ud800', 'x'.repeat(5000), '%e2%80%ae', '"', '\u00ff']) {
      for (const name of ['company', 'lang', 'session', 'csrf']) {
        expect(await get('/login', `Cookie: ${name}=${value}\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
      }
    }
    const headers = [
      'X-Forwarded-For: \u00ff, ::::',
      'Accept-Encoding: \u00ff',
      'Accept-Language: ;;;q=x',
      'If-None-Match: \u00ff',
      'Range: bytes=-',
      'User-Agent: \u00ff',
      'Origin: ://',
      'Referer: ://',
    ]
    for (const header of headers) expect(await get('/login', `${header}\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
    for (const path of [
      '/%00',
      '/login/%00',
      '/login/a%0ab',
      '/images/%00',
      '/i18n/%00',
      '/public/register/login_identity/%00',
      '/certificaat/%00',
      `/${'a'.repeat(8000)}`,
    ]) {
      expect(await get(path, '')).toMatch(/^HTTP\/1\.1 4\d\d /)
    }
    const own = lines().slice(before)
    expect(own.filter(({ level, err }) => level > INFO || err)).toEqual([])
  })

  it('may disconnect in the middle of a file', async () => {
    const before = lines().length
    const admin = new TestClient(url)
    await admin.post('/public/auth/login/', { email: 'admin@platform.example', password: PASSWORD })
    const token = (await admin.get('/public/auth/csrf/')).body.csrf_token
    const { id } = (await admin.get('/api/companies')).body.data[0]
    const body = '--x\r\nContent-Disposition: form-data; name="logo"; filename="a.png"\r\n\r\n'
    const head = `POST /api/companies/${id}/logo HTTP/1.1\r\nHost: x\r\nCookie: ${admin.cookieHeader()}\r\nX-CSRF-Token: ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000\r\n\r\n`
    await raw(head + body, true)
    await expect
      .poll(
        () =>
          lines()
            .slice(before)
            .filter(({ msg }) => msg === 'request refused').length,
      )
      .toBeGreaterThan(0)
    expect(
      lines()
        .slice(before)
        .filter(({ level, err }) => level > INFO || err),
    ).toEqual([])
  })

  it('finds no gallery in production', async () => {
    const client = new TestClient(url)
    expect((await client.get('/dev/gallery', { accept: 'text/html' })).status).toBe(404)
  })
})

describe('without its database', () => {
  it('answers pages and calls with a readable 503, and recovers with the database', async () => {
    const client = new TestClient(url)
    await client.post('/public/auth/login/', { email: 'leerling@noordwind.example', password: PASSWORD })
    const { port: wirePort } = wire.listener.address() as AddressInfo
    await new Promise<void>((resolve) => {
      wire.listener.close(() => resolve())
      for (const socket of wire.sockets) socket.destroy()
    })

    const page = await client.get('/deelnemer/trainingen', { accept: 'text/html' })
    expect(page.status).toBe(503)
    expect(page.body).toMatch(/<html lang="nl">[^]*even niet bereikbaar[^]*<section lang="en">[^]*temporarily unavailable/)
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
    // A page of a company needs the database, also without a cookie; the liveness check does not.
    expect((await new TestClient(url).get('/login/noordwind', { accept: 'text/html' })).status).toBe(503)
    expect((await new TestClient(url).get('/health/live')).status).toBe(200)
    for (const answer of [await client.get('/user/identify'), await client.get('/api/learning/participations')]) {
      expect([answer.status, answer.body]).toEqual([503, { status: 'error', code: 'unavailable', retry_after: 30 }])
    }

    wire = await wireTo(new URL(process.env.DATABASE_URL!), wirePort)
    await expect.poll(async () => (await client.get('/user/identify')).status, { timeout: 300_000 }).toBe(200)
    expect((await client.get('/deelnemer/trainingen', { accept: 'text/html' })).status).toBe(200)
  })
})
