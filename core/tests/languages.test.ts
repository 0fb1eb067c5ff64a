import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ALL_LANGUAGES, CONTENT_LANGUAGES, LANGUAGES } from '#core/contract/languages'
import type { PluginDefinition } from '#core/contract/plugin'
import { type TestApp, PASSWORD, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const PERSON = 'femke.boer@bouwmeester.example'
const bootstrapOf = (html: string) => JSON.parse(/id="bootstrap"[^>]*>(.*?)<\/script>/s.exec(html)![1]!)

async function pageIn(client: TestClient, accept?: string) {
  const { body } = await client.get('/profiel', { accept: 'text/html', ...(accept && { 'accept-language': accept }) })
  return { lang: /<html lang="([^"]+)"/.exec(body)![1], bootstrap: bootstrapOf(body) }
}
const langOf = async (client: TestClient, accept?: string) => (await pageIn(client, accept)).lang

async function store(email: string, language: string): Promise<void> {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  await app.asSystem(async () => db.from('core_users').where('email', email).update({ language }))
}

describe('the list of languages', () => {
  it('has the 23 of the specification, each with its Dutch and its own name', () => {
    const codes = 'bg, da, de, en, est, fi, fr, el, hu, it, lv, lt, mt, nl, pl, pt, ro, sl, sk, es, cs, sv, tr'.split(', ')
    expect(ALL_LANGUAGES.map(({ code }) => code)).toEqual(codes)
    const same = (a: string, b: string) => a.localeCompare(b, 'en', { sensitivity: 'base' }) === 0
    const nameOf = (code: string, lang: string) => new Intl.DisplayNames([lang], { type: 'language' }).of(code)!
    // Courses and exams exist in four more.
    expect(CONTENT_LANGUAGES.map(({ code }) => code)).toEqual([...codes, 'ar', 'hr', 'no', 'ru'])
    const wrong = CONTENT_LANGUAGES.filter(
      ({ code, dutchName, nativeName }) => !same(dutchName, nameOf(code, 'nl')) || !same(nativeName, nameOf(code, code)),
    )
    expect(wrong).toEqual([])
    expect([...LANGUAGES].sort()).toEqual(['bg', 'de', 'en', 'es', 'fr', 'nl', 'pt', 'tr'])
  })

  it('offers those with texts, each complete', async () => {
    const { offeredLanguages } = await import('#core/i18n/catalogue')
    const { pluginRegistry } = await import('#core/plugins/registry')
    const { localesFolder } = await import('#core/plugins/folders')
    expect(offeredLanguages().slice(0, 2)).toEqual(['nl', 'en'])
    const read = (part: PluginDefinition, lang: string) => JSON.parse(readFileSync(`${localesFolder(part)}/${lang}.json`, 'utf8')) as object
    const gaps: string[] = []
    for (const plugin of pluginRegistry().plugins) {
      const { id } = plugin
      const wanted = Object.keys(read(plugin, 'nl'))
      for (const lang of LANGUAGES) {
        const hasFile = existsSync(`${localesFolder(plugin)}/${lang}.json`)
        if (hasFile !== offeredLanguages().includes(lang)) gaps.push(`${id}: ${lang} is there in a part of the platform only`)
        if (hasFile) for (const key of wanted) if (!(key in read(plugin, lang))) gaps.push(`${lang}: ${key}`)
      }
    }
    expect(gaps).toEqual([])
    expect((await pageIn(app.visitor())).bootstrap.languages).toEqual([...offeredLanguages()])
  })

  it('decides which languages a company and a person can have', async () => {
    const { offeredLanguages } = await import('#core/i18n/catalogue')
    const { readSettings, settingsFor } = await import('#core/companies/change_settings')
    const field = settingsFor([])
      .flatMap(({ fields }) => fields)
      .find(({ key }) => key === 'default_language')
    expect(field).toMatchObject({ options: offeredLanguages() })
    const chosen = (language: string) => readSettings({ core: { default_language: language } }, [])
    expect(chosen('en')).toEqual({ core: { default_language: 'en' } })
    expect(() => chosen('fr')).toThrow(expect.objectContaining({ status: 422 }))
    const supervisor = await signInAs('beheerder@noordwind.example')
    const person = {
      email: 'taal@noordwind.example',
      firstname: 'Taal',
      lastname: 'Keuze',
      birthdate: null,
      role: 'leerling',
      invite: false,
    }
    const add = (language: string) => supervisor.post('/api/people/participants', { ...person, language, company: null })
    expect((await add('fr')).body.errors).toMatchObject([{ field: 'language', rule: 'enum' }])
    expect((await add('en')).status).toBe(201)
  })

  it('logs a missing message once and shows its id', async () => {
    const { default: logger } = await import('@adonisjs/core/services/logger')
    const { translate } = await import('#core/i18n/catalogue')
    const error = vi.spyOn(logger, 'error')
    for (let i = 0; i < 3; i++) expect(translate('nl', 'core.no.such.message')).toBe('core.no.such.message')
    expect(translate('fr', 'core.actions.save')).toBe(translate('en', 'core.actions.save'))
    expect(error.mock.calls).toEqual([[{ id: 'core.no.such.message', lang: 'nl' }, 'message is missing']])
    error.mockRestore()
  })
})

describe('the language of a page', () => {
  it('follows the browser’s ranking on a first visit', async () => {
    const cases: [header: string, lang: string][] = [
      ['en-US,en;q=0.9', 'en'],
      ['pl-PL,nl;q=0.6,en;q=0.9', 'en'],
      ['nl', 'nl'],
      ['en;q=0, nl;q=0.1', 'nl'],
      // A language without texts: an unsupported one gives English.
      ['fi-FI,fi;q=0.9', 'en'],
      ['fr-FR', 'en'],
      // No preference, or an unreadable one: the company's language, else Dutch.
      ['*', 'nl'],
      [';;;=,,\t', 'nl'],
      [`${'x'.repeat(5000)}`, 'nl'],
    ]
    for (const [header, lang] of cases) expect([header, await langOf(app.visitor(), header)]).toEqual([header, lang])
  })

  it('is the visitor’s selection afterwards', async () => {
    const visitor = app.visitor()
    expect((await visitor.post('/api/core/session/language', { lang: 'en' })).status).toBe(200)
    expect(await langOf(visitor, 'nl')).toBe('en')
    // Without texts it cannot be selected.
    for (const lang of ['fr', 'fi', 'xx', '']) expect((await visitor.post('/api/core/session/language', { lang })).status).toBe(422)
  })

  it('is the stored one after sign-in, unless the person selected another on the sign-in page', async () => {
    await store(PERSON, 'nl')
    const visitor = app.visitor()
    const signIn = () => visitor.post('/public/auth/login/', { email: PERSON, password: PASSWORD, company: 'bouwmeester' })
    await signIn()
    expect(await langOf(visitor, 'en')).toBe('nl')
    await visitor.get('/public/auth/logout/')
    await visitor.post('/api/core/session/language', { lang: 'en' })
    await signIn()
    expect(await langOf(visitor)).toBe('en')
    expect((await visitor.get('/user/show/0')).body.user.lang).toBe('en')
    // It was that person's choice; the next person in this browser gets their own language.
    await visitor.get('/public/auth/logout/')
    await visitor.post('/public/auth/login/', { email: 'leerling@noordwind.example', password: PASSWORD, company: 'noordwind' })
    expect(await langOf(visitor)).toBe('nl')
  })

  it('is English when the stored one has no texts, on the page and in a mail', async () => {
    const client = await signInAs('lotte.meijer@noordwind.example')
    const { renderMail } = await import('#core/mail/render')
    const { pluginRegistry } = await import('#core/plugins/registry')
    const { trigger, sample } = pluginRegistry().mails[0]!
    const look = { logo_file: null, favicon_file: null, primary_color: '#000000', secondary_color: '#000000', theme: 'base' }
    const company = { id: 1, login_id: 'x', name: 'X', sender_name: 'X', default_language: 'nl', ...look }
    for (const language of ['fr', 'fi']) {
      await store('lotte.meijer@noordwind.example', language)
      expect([language, await langOf(client)]).toEqual([language, 'en'])
      const mail = await renderMail(trigger, language, { firstname: 'Lotte', ...sample }, company)
      expect([mail.language, /<html lang="(\w+)"/.exec(mail.html)![1]]).toEqual(['en', 'en'])
    }
  })
})
