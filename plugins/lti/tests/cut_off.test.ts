import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestApp, testApp } from '#core/testing/app'
import { type CutOff, cutOff } from '#core/testing/cut_off'
import { type TestPlatform, startLtiPlatform } from '#core/testing/lti_platform'
import { browserAt, platformInput, shownBy } from './launching.js'

// A first arrival fails after each of its writes in turn, or its connection dies as on a kill -9 of the server. Afterwards there is either
// no account or an account with an identity, and a second attempt signs the same person in.

const TABLES = [
  ...['core_users', 'core_memberships', 'core_sessions', 'lti_nonces', 'lti_people', 'lti_arrivals', 'lti_contexts', 'lti_context_people'],
  ...['lti_links', 'lti_grades', 'lti_launches', 'learning_participations', 'learning_participation_history'],
]
const COURSE = 'tillen-en-dragen'
let app: TestApp
let platform: TestPlatform
let cut: CutOff
let intranet: { issuer: string; secret: string }

beforeAll(async () => {
  app = await testApp()
  platform = await startLtiPlatform(app.url)
  await app.inCompany('noordwind', async () => {
    await (await import('../server/services/manage.js')).addPlatform(platformInput(platform))
    const { source, secret } = await (await import('../server/services/sources.js')).addSource('Intranet van de test')
    intranet = { issuer: source.issuer, secret }
  })
  cut = await cutOff(TABLES)
})
afterAll(() => Promise.all([cut.stop(), platform.stop()]))
beforeEach(() => cut.superuser.query('delete from core_rate_limits'))

/** Rows of a previously unknown person: users, memberships, identities and participations. */
async function left(email: string, known: 'lti_people' | 'lti_arrivals') {
  const { rows } = await cut.superuser.query(
    `select (select count(*)::int from core_users where email = $1) as users, count(distinct m.id)::int as memberships,
            count(distinct k.id)::int as known, count(distinct t.id)::int as participations
       from core_memberships m join core_users u on u.id = m.user_id and u.email = $1
       left join ${known} k on k.membership_id = m.id
       left join learning_participations t on t.membership_id = m.id`,
    [email],
  )
  return rows[0] as { users: number; memberships: number; known: number; participations: number }
}

/** An account is complete or absent: a person with an account also has the identity by which they are recognised. */
function isNoHalf({ users, memberships, known }: Awaited<ReturnType<typeof left>>, at: string): void {
  expect([users, memberships, known], at).toEqual(users ? [1, 1, 1] : [0, 0, 0])
}

/** Uses more connections than the pools hold, so that a dead one is noticed. @throws the error of a dead one */
async function everyConnection(): Promise<void> {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  const ask = async () => void (await db.rawQuery('select 1'))
  await Promise.all(Array.from({ length: 10 }, () => Promise.all([app.asSystem(ask), app.inCompany('noordwind', ask)])))
}

/**
 * Each attempt has a new person: cut off after one more write, then repeated without a failure.
 * @returns after how many writes a person got in
 */
async function untilWhole(
  known: 'lti_people' | 'lti_arrivals',
  come: (email: string) => Promise<number>,
  again: (email: string) => Promise<void>,
): Promise<number> {
  for (let writes = 1; ; writes++) {
    for (const dies of [false, true]) {
      const at = `${dies ? 'killed' : 'failed'} after write ${writes}`
      const email = `cut-${randomUUID().slice(0, 8)}@school.example`
      await app.settle()
      await cut.after(writes, dies)
      const status = await come(email)
      await cut.never()
      if (dies) await vi.waitFor(everyConnection, { timeout: 300_000 })
      if (status < 400) return writes - 1
      expect(status, at).toBeGreaterThanOrEqual(500)
      isNoHalf(await left(email, known), at)
      await again(email)
      expect(await left(email, known), at).toEqual({ users: 1, memberships: 1, known: 1, participations: 1 })
    }
  }
}

describe('a first arrival, cut off after each of its writes', () => {
  it('by a launch leaves no half account, and the next launch opens the course', async () => {
    const launch = (email: string) => {
      platform.given.user = { sub: email, given_name: 'Half', family_name: 'Werk', email, roles: [] }
      return browserAt(app, platform).launch()
    }
    const writes = await untilWhole(
      'lti_people',
      async (email) => (await launch(email)).status,
      async (email) => {
        const answer = await launch(email)
        expect(shownBy(answer)?.framed?.path, String(answer.body).slice(0, 300)).toMatch(/^\/deelnemer\/training\/\d+$/)
        // The system created the account, so the platform may still change the name, and the grade has a target.
        const { rows } = await cut.superuser.query(
          `select p.is_made, count(g.id)::int as grades from lti_people p left join lti_grades g on g.person_id = p.id where p.sub = $1 group by p.id`,
          [email],
        )
        expect(rows).toEqual([{ is_made: true, grades: 1 }])
      },
    )
    // The nonce, the account, its membership and identity, the context, the link, the participation, the grade, the session, the log.
    expect(writes).toBeGreaterThan(8)
  })

  const sign = (email: string) => {
    const now = Math.floor(Date.now() / 1000)
    const person = { sub: email, email, given_name: 'Half', family_name: 'Werk' }
    return new SignJWT({ ...person, iss: intranet.issuer, aud: app.url, iat: now, exp: now + 300, jti: randomUUID(), course: COURSE })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(Buffer.from(intranet.secret))
  }
  /** Opens a link and enters the person's details when asked. @returns the status of the failed call, and the final page */
  async function come(email: string): Promise<{ status: number; path: string | undefined }> {
    const client = app.visitor()
    const begun = await client.post('/api/lti/arrivals', { token: await sign(email), integration: 'signed-link', payload: COURSE })
    const { path } = begun.body as { path?: string }
    if (begun.status !== 200 || !path?.startsWith('/launch/')) return { status: begun.status, path }
    const sealed = path.split('#')[1]
    const said = { sealed, firstname: 'Half', lastname: 'Werk', language: 'nl', agreed: true }
    const done = await client.post('/api/lti/arrivals/register', said)
    return { status: done.status, path: (done.body as { path?: string }).path }
  }

  it('by a signed link leaves no half account, and the next link opens the course', async () => {
    const writes = await untilWhole(
      'lti_arrivals',
      async (email) => (await come(email)).status,
      async (email) => {
        expect(await come(email)).toEqual({ status: 200, path: expect.stringMatching(/^\/deelnemer\/training\/\d+$/) as string })
      },
    )
    // The link is used up; then the account, its membership and identity, the ticket, the participation, the session, the log.
    expect(writes).toBeGreaterThan(7)
  })
})
