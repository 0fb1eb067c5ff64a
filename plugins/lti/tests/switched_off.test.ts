import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PASSWORD, type TestApp, signInAs, testApp } from '#core/testing/app'
import { INSTRUCTOR, type TestPlatform, startLtiPlatform } from '#core/testing/lti_platform'
import { browserAt, platformInput, shownBy } from './launching.js'

// A person has a page open from a launch while an admin switches their system off.

let app: TestApp
let platform: TestPlatform
let db: typeof import('@adonisjs/lucid/services/db').default
const EMAIL = 'leerling@noordwind.example'

const system = <T>(work: () => PromiseLike<T>) => app.asSystem(async () => await work())
const turn = (is_active: boolean) => system(() => db.from('lti_platforms').where('issuer', platform.url).update({ is_active }))
const count = async (table: string) => Number((await system(() => db.from(table).count('* as n').first())).n)
const bearer = (token: string | null) => ({ authorization: `Bearer ${token}` })

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  platform = await startLtiPlatform(app.url)
  await app.inCompany('noordwind', async () => (await import('../server/services/manage.js')).addPlatform(platformInput(platform)))
})
afterAll(() => platform.stop())
beforeEach(async () => {
  platform.given.deepLinking = false
  await system(() => db.from('core_rate_limits').delete())
  await turn(true)
})

describe('the account-linking page of a system that is switched off meanwhile', () => {
  it('ends, links nothing, and continues when the system is on again', async () => {
    platform.given.user = { sub: 'off-link', given_name: 'Uit', family_name: 'Gezet', email: EMAIL, roles: [] }
    const { framed } = shownBy(await browserAt(app, platform).launch())!
    expect(framed!.path).toMatch(/^\/lti\/koppelen\?company=noordwind#/)
    const sealed = framed!.path!.split('#')[1]!
    const visitor = app.visitor()
    const page = () => visitor.post('/api/lti/linking', { sealed })
    const link = () => visitor.post('/api/lti/link', { sealed, password: PASSWORD })
    expect((await page()).status).toBe(200)
    await turn(false)
    const [people, mails] = [await count('lti_people'), await count('core_mail_outbox')]
    expect(await page()).toMatchObject({ status: 409, body: { code: 'link_over' } })
    expect(await link()).toMatchObject({ status: 409, body: { code: 'link_over' } })
    await app.settle()
    expect([await count('lti_people'), await count('core_mail_outbox')]).toEqual([people, mails])
    await turn(true)
    expect((await link()).status).toBe(200)
    expect(await count('lti_people')).toBe(people + 1)
  })
})

describe('the course-selection page of a system that is switched off meanwhile', () => {
  const begin = async () => {
    platform.given.user = { sub: 'off-pick', given_name: 'Uit', family_name: 'Gezet', roles: [INSTRUCTOR] }
    platform.given.deepLinking = true
    const { framed } = shownBy(await browserAt(app, platform).launch())!
    const token = framed!.path!.replace('/lti/kiezen/', '')
    const offers = () => app.visitor().get(`/api/lti/offers/${token}`, bearer(framed!.token))
    return { token, offers }
  }
  /** As the page's own form does it. */
  const send = (token: string, ids: readonly number[], language = 'nl') =>
    fetch(`${app.url}/lti/deeplink`, {
      method: 'POST',
      headers: { accept: 'text/html', 'accept-language': language },
      body: new URLSearchParams([['token', token], ...ids.map((id) => ['courses', String(id)] as [string, string])]),
    })

  it('shows and returns nothing, explains why, and continues when the system is on again', async () => {
    const { token, offers } = await begin()
    const { body } = await offers()
    const ids = [(body.data.offers as { id: number }[])[0]!.id]
    await turn(false)
    expect(await offers()).toMatchObject({ status: 409, body: { code: 'pick_over' } })
    const links = await count('lti_links')
    for (const [language, words] of [
      ['nl', 'Deze keuze is al gemaakt of verlopen. Begin opnieuw vanuit je leeromgeving.'],
      ['en', 'This choice was already made or has expired. Begin again from your learning system.'],
    ] as const) {
      const answer = await send(token, ids, language)
      expect(answer.status).toBe(409)
      expect(answer.headers.get('content-type')).toContain('text/html')
      const html = await answer.text()
      expect(html).toContain(words)
      expect(html).not.toContain('name="JWT"')
    }
    expect(await count('lti_links')).toBe(links)
    // It used nothing up.
    await turn(true)
    expect((await offers()).status).toBe(200)
    expect(await (await send(token, ids)).text()).toContain('name="JWT"')
    expect((await send(token, ids)).status).toBe(409)
  })
})

describe('a company where the plugin is off', () => {
  it('shows its systems to nobody, not even to an admin who writes its id in the address', async () => {
    const { id } = await system(() => db.from('core_companies').where('login_id', 'noordwind').firstOrFail())
    const admin = await signInAs('admin@platform.example')
    const status = async () => [
      (await admin.get(`/api/lti/companies/${id}/platforms`)).status,
      (await admin.post(`/api/lti/companies/${id}/platforms`, platformInput(platform))).status,
    ]
    const put = (change: string) =>
      system(() =>
        db
          .from('core_companies')
          .where({ id })
          .update({ plugins: db.raw(`${change}(plugins, 'lti')`) }),
      )
    expect((await status())[0]).toBe(200)
    await put('array_remove')
    expect(await status()).toEqual([404, 404])
    await put('array_append')
    expect((await status())[0]).toBe(200)
  })
})
