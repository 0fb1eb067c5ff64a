import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

// What the page shows a visitor before any script runs.

const HTML = { accept: 'text/html', 'accept-language': 'nl' }
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

async function wordsOf(path: string, client: TestClient = app.visitor()) {
  const { body } = await client.get(path, HTML)
  const of = (name: string) => new RegExp(`class="shell-${name}">([^<]*)`).exec(body as string)?.[1] ?? null
  return [of('title'), of('lead')?.slice(0, 22) ?? null]
}
describe('the document of a registration', () => {
  it('contains the first question when registration is open, and nothing for people who are further, signed in, or not allowed', async () => {
    const asked = ['Aanmelden bij Noordwind', 'Vul je e-mailadres in.']
    expect(await wordsOf('/register/?company=noordwind')).toEqual(asked)
    expect(await wordsOf('/register/?company=nergens')).toEqual([null, null])
    expect(await wordsOf('/register/')).toEqual([null, null])
    expect(await wordsOf('/register/?company=noordwind&begun=1')).toEqual([null, null])
    expect(await wordsOf('/register/?company=noordwind', await signInAs('leerling@noordwind.example'))).toEqual([null, null])
    const further = app.visitor()
    await further.post('/api/registration/start', {
      email: 'later@noordwind.example',
      language: 'nl',
      company: 'noordwind',
      role: 'leerling',
    })
    expect(await wordsOf('/register/?company=noordwind', further)).toEqual([null, null])
    expect(await wordsOf('/sign-up/foo?company=noordwind')).toEqual([null, null])
    // A browser last used at Noordwind, at an address of an unknown company, or of another one by its name.
    const back = app.visitor()
    await back.get('/login/noordwind', HTML)
    expect(await wordsOf('/register/', back)).toEqual(asked)
    expect(await wordsOf('/register/?company=nergens', back)).toEqual([null, null])
    expect(await wordsOf('/register/?company=Noordwind', back)).toEqual([null, null])
    // There is an administrator already.
    expect(await wordsOf('/sign-up/beheerder?company=noordwind')).toEqual([null, null])
    expect(await wordsOf('/register/?company=bouwmeester')).toEqual([null, null])
  })
})
