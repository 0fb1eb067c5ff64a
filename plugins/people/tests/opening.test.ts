import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

// What a profile shows before any script runs.

const HTML = { accept: 'text/html' }
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  supervisor = await signInAs('beheerder@noordwind.example')
})

const titleOf = async (client: TestClient, query: string) => {
  const { body } = await client.get(`/deelnemers/profiel${query}`, HTML)
  return /class="shell-title">([^<]*)/.exec(body as string)?.[1] ?? null
}
const memberOf = (email: string) =>
  app.asSystem(() => db.from('core_memberships').where('email', email).select('id', 'firstname', 'lastname').firstOrFail())

describe('the document of a profile', () => {
  it('has the name of a person of the own company, and of nobody else', async () => {
    const own = await memberOf('leerling@noordwind.example')
    const other = await memberOf('leerling@bouwmeester.example')
    expect(await titleOf(supervisor, `?participant=${own.id}`)).toBe('Sanne de Vries')
    const { body } = await supervisor.get(`/deelnemers/profiel?participant=${other.id}`, HTML)
    expect(body).not.toContain(other.lastname)
    for (const query of [
      `?participant=${other.id}`,
      '',
      '?participant=x',
      '?participant=1&participant=2',
      '?participant=99999999999999999999',
    ])
      expect(await titleOf(supervisor, query)).toBe('Profiel van een deelnemer')
    // A participant must not learn who exists.
    expect(await titleOf(await signInAs('leerling@noordwind.example'), `?participant=${own.id}`)).toBe('Hier heb je geen toegang toe')
  })

  it('escapes a name, and still renders when the name is not available', async () => {
    const { id } = await memberOf('leerling@noordwind.example')
    await app.asSystem(() => db.rawQuery(`update core_users set lastname = '"><script>x' where email = 'leerling@noordwind.example'`))
    expect(await titleOf(supervisor, `?participant=${id}`)).toContain('&quot;&gt;&lt;script&gt;x')
  })
})
