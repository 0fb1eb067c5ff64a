import { beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type TestApp, signInAs, testApp } from '#core/testing/app'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const db = async () => (await import('@adonisjs/lucid/services/db')).default
const LMS = 'https://lms.example'

const memberOf = (email: string) =>
  app.asSystem(async () => {
    const row = await (
      await db()
    )
      .from('core_memberships as m')
      .join('core_users as u', 'u.id', 'm.user_id')
      .where('u.email', email)
      .select('m.id', 'm.user_id')
      .firstOrFail()
    return { membershipId: row.id as number, userId: row.user_id as number }
  })

async function linkFor(email: string, framedBy: string[] | null, to = '/profiel'): Promise<string> {
  const { entryLink } = await import('#core/accounts/entry_link')
  return entryLink({ ...(await memberOf(email)), to, framedBy })
}

const follow = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { redirect: 'manual', headers })
const cookiesOf = (response: Response) => response.headers.getSetCookie()
const bootstrapOf = async (response: Response) => {
  const html = await response.text()
  return JSON.parse(/<script type="application\/json" id="bootstrap"[^>]*>(.*?)<\/script>/s.exec(html)![1]!) as {
    framed: { token: string | null; path: string | null } | null
    user: { email: string } | null
    error: string | null
  }
}
const EMAIL = 'leerling@noordwind.example'

describe('an entry link', () => {
  it('works once and opens an ordinary session', async () => {
    const link = await linkFor(EMAIL, null)
    expect((await fetch(app.url + link, { method: 'HEAD' })).status).toBe(204)
    const [first, second] = await Promise.all([follow(link), follow(link)])
    const [good, late] = first.status === 303 ? [first, second] : [second, first]
    expect(good.status).toBe(303)
    expect(good.headers.get('location')).toBe('/profiel')
    expect(late.status).toBe(410)
    const cookie = cookiesOf(good).find((line) => line.startsWith('session='))!
    expect(cookie).toMatch(/HttpOnly/i)
    const hints = cookiesOf(good).filter((line) => /^(logged_in|logged_in_session|redirect)=/.test(line))
    expect(hints).toHaveLength(3)
    for (const hint of hints) expect(hint).not.toMatch(/HttpOnly/i)
    const me = await follow('/user/identify', { cookie: cookie.split(';')[0]! })
    expect(((await me.json()) as { email: string }).email).toBe(EMAIL)
    expect((await follow('/enter/not-a-secret')).status).toBe(404)
  })

  it('lets nobody in who has become inactive', async () => {
    const link = await linkFor('nieuw@noordwind.example', null)
    expect((await follow(link)).status).toBe(404)
  })
})

describe('a session in a frame', () => {
  const enterFramed = async (framedBy = [LMS]) => {
    const answer = await follow(await linkFor(EMAIL, framedBy, '/deelnemer/trainingen'))
    const cookie = cookiesOf(answer).find((line) => line.startsWith('framed_session='))!
    return { answer, cookie, bootstrap: await bootstrapOf(answer) }
  }

  it('can be framed by its origins only, and is carried by a cookie of this frame or by the page’s memory', async () => {
    const { answer, cookie, bootstrap } = await enterFramed()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain(`frame-ancestors ${LMS}`)
    expect(cookie).toMatch(/SameSite=None/i)
    expect(cookie).toMatch(/Secure/i)
    expect(cookie).toMatch(/Partitioned/i)
    expect(bootstrap).toMatchObject({ framed: { path: '/deelnemer/trainingen' }, user: { email: EMAIL } })
    const { token } = bootstrap.framed!

    const asBearer = { authorization: `Bearer ${token}` }
    const asFramed = { cookie: cookie.split(';')[0]! }
    for (const headers of [asBearer, asFramed]) expect((await follow('/api/learning/participations', headers)).status).toBe(200)
    // A page opened again in the frame stays framed; without the memory it has the cookie.
    const again = await follow('/deelnemer/trainingen', asFramed)
    expect(again.headers.get('content-security-policy')).toContain(`frame-ancestors ${LMS}`)
    expect((await bootstrapOf(again)).framed).toEqual({ token: null, path: null })
  })

  it('opens nothing outside the frame, and an ordinary session opens nothing in it', async () => {
    const { bootstrap } = await enterFramed()
    expect((await follow('/user/identify', { cookie: `session=${bootstrap.framed!.token}` })).status).toBe(401)
    const person = await signInAs(EMAIL)
    const ordinary = person.cookies.get('session')!
    expect((await follow('/user/identify', { authorization: `Bearer ${ordinary}` })).status).toBe(401)
    expect((await follow('/user/identify', { cookie: `framed_session=${ordinary}` })).status).toBe(401)
    // No page of an ordinary session may be framed.
    const page = await follow('/profiel', { cookie: `session=${ordinary}` })
    expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors 'none'`)
  })

  it('needs a CSRF token with its cookie, and none with its header', async () => {
    const { cookie, bootstrap } = await enterFramed()
    const post = (headers: Record<string, string>) =>
      fetch(`${app.url}/api/core/session/window`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ path: '/profiel' }),
      })
    const asFramed = cookie.split(';')[0]!
    expect((await post({ cookie: asFramed })).status).toBe(403)
    const csrf = await follow('/public/auth/csrf/', { cookie: asFramed })
    const half = cookiesOf(csrf).find((line) => line.startsWith('framed_csrf='))!
    expect(half).toMatch(/Partitioned/i)
    const { csrf_token: token } = (await csrf.json()) as { csrf_token: string }
    expect((await post({ cookie: `${asFramed}; ${half.split(';')[0]}`, 'x-csrf-token': token })).status).toBe(200)

    const own = await post({ authorization: `Bearer ${bootstrap.framed!.token}` })
    expect(own.status).toBe(200)
    // The separate window has an ordinary session.
    const { path } = (await own.json()) as { path: string }
    const opened = await follow(path)
    expect(opened.status).toBe(303)
    expect(cookiesOf(opened).some((line) => line.startsWith('session='))).toBe(true)
  })

  it('leads into no other company, and is not left by signing out', async () => {
    const { bootstrap } = await enterFramed()
    const headers = { authorization: `Bearer ${bootstrap.framed!.token}`, 'content-type': 'application/json' }
    const { membershipId } = await memberOf(EMAIL)
    const body = JSON.stringify({ membership: membershipId })
    expect((await fetch(`${app.url}/api/core/session/membership`, { method: 'POST', headers, body })).status).toBe(403)
    // Not through the window that it opens either: neither into a company nor to the person's data there.
    const opened = await fetch(`${app.url}/api/core/session/window`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ path: '/profiel' }),
    })
    const window = app.visitor()
    await window.get(((await opened.json()) as { path: string }).path)
    expect((await window.get('/user/identify')).body.email).toBe(EMAIL)
    expect((await window.post('/api/core/session/membership', { membership: membershipId })).status).toBe(403)
    expect((await window.post('/api/core/account/export', {})).status).toBe(403)
    expect((await window.post('/api/core/account/sessions/end', { which: 'others' })).status).toBe(403)
    expect((await follow('/public/auth/logout/', { ...headers, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await follow('/user/identify', headers)).status).toBe(401)
  })

  it('shows in its frame that the link was used already', async () => {
    const link = await linkFor(EMAIL, [LMS])
    await follow(link)
    const late = await follow(link)
    expect(late.status).toBe(410)
    expect(late.headers.get('content-security-policy')).toContain(`frame-ancestors ${LMS}`)
    expect(await bootstrapOf(late)).toMatchObject({ error: 'link', user: null })
  })

  it('gives way to a sign-in on a neighbouring site where its cookie is sent too', async () => {
    const browser = app.visitor()
    await browser.get(await linkFor(EMAIL, [LMS]))
    expect((await browser.get('/user/identify')).body.email).toBe(EMAIL)
    const other = 'beheerder@noordwind.example'
    await browser.post('/public/auth/login/', { email: other, password: PASSWORD, company: 'noordwind' })
    expect((await browser.get('/user/identify')).body.email).toBe(other)
    expect([...browser.cookies.keys()]).not.toContain('framed_session')
  })

  it('is requested by an operator with an origin and a path of this site, and in no other way', async () => {
    const { signInLinkCommand } = await import('#core/accounts/entry_command')
    const ask = (...more: string[]) =>
      app.asSystem(() => signInLinkCommand(['--email', EMAIL, '--company', EMAIL.split('@')[1]!.split('.')[0]!, ...more]))
    for (const frame of ['https://*', 'ftp://lms.example', 'https://a.example;sandbox'])
      await expect(ask('--frame', frame), frame).rejects.toThrow(/--frame takes an origin/)
    for (const to of ['//evil.example', '/\t/evil.example', '/\\evil.example', 'https://evil.example'])
      await expect(ask('--to', to), to).rejects.toThrow(/Usage/)
  })

  it('accepts origins only, and paths of this site only', async () => {
    const { enter } = await import('#core/accounts/entry')
    const { membershipId } = await memberOf(EMAIL)
    for (const origin of [
      'https://lms.example/path',
      "'self'",
      '*',
      'https://*',
      'https://*.example',
      'https://a.example;sandbox',
      'https://a,b',
      'javascript:alert(1)',
      'https://a.example; script-src *',
    ]) {
      await expect(
        enter({ request: { header: () => null } } as never, { membershipId, via: 'tests.x', framedBy: [origin] }, '/'),
      ).rejects.toThrow(/no origin/)
    }
    const { bootstrap } = await enterFramed()
    for (const path of ['//evil.example', 'https://evil.example', '/\\evil.example', '/a\nb', '']) {
      const answer = await fetch(`${app.url}/api/core/session/window`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bootstrap.framed!.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ path }),
      })
      expect(answer.status, path).toBe(422)
    }
  })
})
