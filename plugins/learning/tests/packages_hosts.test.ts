import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { getAtHost } from '#core/testing/at_host'
import type { TestClient } from '#core/testing/client'
import { freePort, waitUntilReady } from '#core/testing/server_process'
import { ofStep, type Step, steps } from './journey.js'
import { package12 } from './packages.js'

// The origin of packages is read when a server starts, so each setting gets its own server, next to the tested one and on its database.

const base = '/api/learning/editor/courses'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let client: TestClient
let participation: number
let step: Step
const running = new Set<ChildProcess>()

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  const supervisor = await signInAs('beheerder@bouwmeester.example')
  client = await signInAs('leerling@bouwmeester.example')
  const named = { shortname: 'eigen-host', name: 'Pakket', sector: 'construction', type: 'e-learning', languages: ['nl'] }
  const course = (await supervisor.post(base, named)).body.data.id
  const sent = await fetch(`${supervisor.url}${base}/${course}/draft/media?kind=package&name=pakket`, {
    method: 'POST',
    headers: { cookie: supervisor.cookieHeader(), 'x-csrf-token': await supervisor.csrfToken(), 'content-type': 'application/zip' },
    body: (await package12()) as BodyInit,
  })
  const { data: kept } = (await sent.json()) as { data: { path: string } }
  const draft = (await supervisor.get(`${base}/${course}/draft`)).body.data
  const nl = (text: string) => ({ nl: text })
  const save = async (kind: string, key: string, revision: number, content: object) =>
    expect((await supervisor.put(`${base}/${course}/draft/parts`, { kind, key, revision, content })).status).toBe(200)
  await save('activity', 'rijden', 0, { type: 'scorm', title: nl('Rijden'), minutes: 5, body: nl('Speel.'), package: kept.path })
  await save('outline', '', 1, { modules: [{ key: 'deel', title: nl('Deel'), activities: [{ key: 'rijden', requires: [] }] }] })
  await save('course', '', 1, { ...draft.course, status: 'available', durationMinutes: 10, description: nl('Een pakket.') })
  expect((await supervisor.post(`${base}/${course}/draft/publication`, { past: null })).status).toBe(200)
  const { service } = await import('../server/services/learning_service.js')
  const me = (await client.get('/api/learning/participations')).body.data[0].id
  participation = await app.inCompany('bouwmeester', async () => {
    const row = await db.from('learning_participations').where('id', me).firstOrFail()
    return service.register(row.membership_id, course, 'assigned')
  })
  await client.post(`/api/learning/participations/${participation}/language`, { language: 'nl' })
  step = (await steps(client, participation))[0]!
})
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a server with this PACKAGES_URL; `PORT` in it is replaced by the server's own port. */
async function serve(packagesUrl: string) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['--import=@poppinss/ts-exec', 'core/bin/serve_only.ts'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PORT: String(port), APP_URL: url, PACKAGES_URL: packagesUrl.replace('PORT', String(port)) },
  })
  running.add(server)
  let said = ''
  server.stderr.on('data', (chunk) => (said += String(chunk)))
  return { url, port, server, said: () => said }
}

/** Opens the package on that server. @returns its address */
async function open(url: string): Promise<string> {
  const headers = { cookie: client.cookieHeader(), 'x-csrf-token': await client.csrfToken(), 'content-type': 'application/json' }
  const answer = await fetch(`${url}${ofStep(participation, step)}/package`, { method: 'POST', headers, body: '{"item":0}' })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: { address: string } }).data.address
}

it('serves packages on our own origin without a separate one (PACKAGES_URL=none), in a sandbox without access to it', async () => {
  const { url, server, said } = await serve('none')
  await waitUntilReady(url, server).catch((error: Error) => expect.fail(`${error.message}\n${said()}`))
  const address = await open(url)
  expect(address).toMatch(/^\/api\/learning\/scorm\/[\w-]+\/0\/index\.html$/)
  const page = await fetch(`${url}${address}`)
  expect(page.status).toBe(200)
  const policy = page.headers.get('content-security-policy')!
  expect(policy).toMatch(/^sandbox [a-z -]*allow-scripts/)
  expect(policy).not.toContain('allow-same-origin')
  expect(page.headers.get('set-cookie')).toBeNull()
})

it('serves each opened package on its own host with a wildcard host, and nothing else there', async () => {
  const { url, port, server, said } = await serve('http://*.packages.localhost:PORT')
  await waitUntilReady(url, server).catch((error: Error) => expect.fail(`${error.message}\n${said()}`))
  const address = await open(url)
  const { hostname, pathname } = new URL(address)
  expect(hostname).toMatch(/^[a-z0-9-]+\.packages\.localhost$/)
  const at = (host: string, path = pathname) => getAtHost(url, `http://${host}:${port}${path}`, { cookie: client.cookieHeader() })
  const player = await at(hostname)
  expect([player.status, player.headers.get('set-cookie')]).toEqual([200, null])
  expect(player.headers.get('content-security-policy')).toContain('allow-same-origin')
  // Another package's host, the base domain itself, a deeper host, and the platform's host.
  for (const host of ['another.packages.localhost', 'packages.localhost', `deeper.${hostname}`, '127.0.0.1'])
    expect((await at(host)).status, host).toBe(404)
  for (const path of ['/', '/login', '/user/identify', '/api/core/tasks', '/health/ready'])
    expect((await at(hostname, path)).status, path).toBe(404)
})

it.each(['http://pakketten.localhost:PORT', 'http://*.localhost:PORT'])(
  'does not start a server whose packages (%s) would use the domain of a company, and says why',
  async (packagesUrl) => {
    await app.asSystem(() => db.from('core_companies').where('login_id', 'bouwmeester').update({ site_host: 'pakketten.localhost' }))
    try {
      const { server, said } = await serve(packagesUrl)
      const [code] = (await once(server, 'exit')) as [number]
      expect(code).not.toBe(0)
      expect(said()).toContain('PACKAGES_URL has the own domain of company "bouwmeester" (pakketten.localhost)')
    } finally {
      await app.asSystem(() => db.from('core_companies').where('login_id', 'bouwmeester').update({ site_host: null }))
    }
  },
)
