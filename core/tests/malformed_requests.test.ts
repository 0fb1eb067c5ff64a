import pLimit from 'p-limit'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { filledPath } from '#core/isolation/probes'
import { type AccessRole, readAccessTables } from '#core/testing/access_tables'
import { signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { PERSON_OF, routesToTry } from '#core/testing/every_route'

// Requests that no form sends, at every route of every plugin: each gets a clear response and the server keeps running. A new plugin is
// covered automatically.

const ROLES = ['leerling', 'beheerder', 'admin'] as const satisfies AccessRole[]
const clients: Record<string, TestClient> = {}
let access: ReturnType<typeof readAccessTables>
beforeAll(async () => {
  await testApp()
  access = readAccessTables((await import('#core/plugins/registry')).pluginRegistry().plugins)
  for (const role of ROLES) clients[role] = await signInAs(PERSON_OF[role]!)
})

// Otherwise the rest of a test would only report that.
afterEach(async () => {
  for (const role of ROLES) expect((await clients[role]!.get('/user/identify')).status, `${role} is still in`).toBe(200)
})

/** The roles that may call a route. An LTI launch or a webhook has none: then each role counts. */
function rolesOf(route: string): readonly AccessRole[] {
  const mayCall = ROLES.filter((role) => access.get(route)?.has(role))
  return mayCall.length > 0 ? mayCall : ROLES
}

interface Call {
  name: string
  method: Parameters<TestClient['request']>[0]
  path: string
  body?: string | object | undefined
}

/** Calls that would end the session of this test are made for an unknown session. */
const ENDS_SESSIONS = new Set(['people.profiles.remove', 'companies.visit'])
const NOBODY = 999_999_999
const somePath = ({ name, path }: { name: string; path: string }) => filledPath(path, () => (ENDS_SESSIONS.has(name) ? NOBODY : 1))

/** No route received it: an earlier call ended the session or started an impersonation. */
const wasNotAsked = (status: number, body: unknown) =>
  status === 401 || (status === 409 && (body as { code?: string } | null)?.code === 'visit_running')

/**
 * Unexpected responses, one line each. Several run concurrently: a request that is wrong is wrong in any order. A route validates its input
 * in the same way for each role, so its roles take turns.
 */
async function refused(calls: readonly Call[], isFine: (status: number) => boolean): Promise<string[]> {
  const wrong: string[] = []
  const inTurn = pLimit(6)
  const turns = new Map<string, number>()
  const nextRole = (route: string): AccessRole => {
    const turn = turns.get(route) ?? 0
    turns.set(route, turn + 1)
    const roles = rolesOf(route)
    return roles[turn % roles.length]!
  }
  const ask = async ({ method, path, body }: Call, role: AccessRole) => {
    const { status, body: said } = await clients[role]!.request(method, path, body)
    if (!isFine(status) || wasNotAsked(status, said))
      wrong.push(`${method} ${path} as ${role}${body ? ` with ${JSON.stringify(body)}` : ''}: ${status}`)
  }
  await Promise.all(calls.map((call) => inTurn(() => ask(call, nextRole(call.name)))))
  return wrong
}

/** Redirects to the company's contact page whatever the subject is, and leaves out an invalid subject (catalogue.test.ts). */
const ALWAYS_REDIRECTS = 'catalogue.booking'

describe('every route', () => {
  it('answers invalid ids with a 4xx', async () => {
    const calls = (await routesToTry())
      .filter(({ name, path }) => path.includes(':') && name !== ALWAYS_REDIRECTS)
      .flatMap((route) =>
        ['abc', '-1', '99999999999999999999', "1' or '1'='1", '../../etc/passwd', '%00'].map((id) => ({
          name: route.name,
          method: route.method,
          path: route.path.replace(/:(\w+)/g, id === '%00' ? id : encodeURIComponent(id)),
          body: route.method === 'GET' ? undefined : {},
        })),
      )
    expect(await refused(calls, (status) => status >= 400 && status < 500)).toEqual([])
  })

  it('refuses a role before it reads the body', async () => {
    const wrong: string[] = []
    for (const { name, method, path } of await routesToTry()) {
      const role = ROLES.find((each) => !rolesOf(name).includes(each))
      if (method === 'GET' || !role) continue
      const { status } = await clients[role]!.request(method, somePath({ name, path }), '{"a":')
      // 404 where a route hides from those who may not call it.
      if (![403, 404].includes(status)) wrong.push(`${method} ${path} as ${role}: ${status}`)
    }
    expect(wrong).toEqual([])
  })

  it('answers a body of the wrong shape with a 4xx', async () => {
    const bodies = [
      '{"a":',
      '[]',
      '"text"',
      '{"a":{"b":{"c":[1,2,{"d":null}]}}}',
      JSON.stringify({ email: { $gt: '' }, answers: 5, language: [], reason: {} }),
    ]
    const calls = (await routesToTry())
      .filter(({ method }) => method !== 'GET')
      .flatMap((route) => bodies.map((body) => ({ name: route.name, method: route.method, path: somePath(route), body })))
    expect(await refused(calls, (status) => status < 500)).toEqual([])
  })

  // One per call, so that a slow machine has its time for each of them.
  const values: unknown[] = [{ toString: 0 }, { valueOf: 0, toString: 0 }, { toString: null }, [[1]], [{ toString: 0 }], { length: 1 }]
  it.each(values.map((value) => [value]))('checks every field by its type and converts nothing from %j', async (value) => {
    const fields = 'membership answers touch_only lang language email password company reason name updated_at'.split(' ')
    const calls = (await routesToTry())
      .filter((route) => route.method !== 'GET' && !route.upload)
      .flatMap((route) => {
        const keys = Object.keys(route.sampleBody ?? {})
        const all = (of: readonly string[], value: unknown) => Object.fromEntries(of.map((key) => [key, value]))
        const bodies = [{ ...all(fields, value), ...all(keys, value) }, all(keys, { a: value, b: [value] }), { constructor: value }]
        return bodies.map((body) => ({ name: route.name, method: route.method, path: somePath(route), body }))
      })
    expect(await refused(calls, (status) => status < 500)).toEqual([])
  })

  it.each([
    'page[toString]=1',
    'page=x',
    'page[]=1&page[]=2',
    'search[a]=b',
    'sort[]=x',
    'page=1e400',
    'limit[x]=1',
    'a=%ff',
    'search=%00',
  ])('withstands the query %s', async (query) => {
    const calls = (await routesToTry())
      // The health check answers 503 when a disk is full, whatever is sent.
      .filter(({ method, name }) => method === 'GET' && name !== 'core.health.ready')
      .map((route) => ({ name: route.name, method: 'GET' as const, path: `${somePath(route)}?${query}` }))
    expect(await refused(calls, (status) => status < 500)).toEqual([])
  })
})
