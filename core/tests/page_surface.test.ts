import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Bootstrap } from '#core/contract/bootstrap'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

// The part of a document that is equal for everybody of a role is built once and never shown to another role.

let app: TestApp
let supervisor: TestClient
beforeAll(async () => {
  app = await testApp()
  supervisor = await signInAs('beheerder@noordwind.example')
})

async function documentOf(client: TestClient, path = '/dashboard'): Promise<{ html: string; bootstrap: Bootstrap }> {
  const html = await (await fetch(app.url + path, { headers: { cookie: client.cookieHeader() } })).text()
  return { html, bootstrap: JSON.parse(/id="bootstrap"[^>]*>(.*?)<\/script>/s.exec(html)![1]!) as Bootstrap }
}
const namesOf = (nav: Bootstrap['nav']) => nav.map(({ page }) => page)

describe('pages and navigation of a document', () => {
  it('are built once per role, plugins and language', async () => {
    const { pluginRegistry } = await import('#core/plugins/registry')
    const built = vi.spyOn(pluginRegistry(), 'surface')
    const first = await documentOf(supervisor)
    const once = built.mock.calls.length
    expect(once).toBeLessThanOrEqual(1)
    const again = await signInAs('beheerder@noordwind.example')
    for (const path of ['/dashboard', '/deelnemers', '/profiel']) {
      const { bootstrap } = await documentOf(again, path)
      expect(bootstrap.nav).toEqual(first.bootstrap.nav)
      expect(bootstrap.pages).toEqual(first.bootstrap.pages)
    }
    expect(built.mock.calls.length).toBe(once)
    built.mockRestore()
  })

  it('match the reader: another role, another language, a plugin switched off and on', async () => {
    const { bootstrap } = await documentOf(supervisor)
    const participant = await documentOf(await signInAs('leerling@noordwind.example'), '/deelnemer/trainingen')
    expect(namesOf(participant.bootstrap.nav)).not.toEqual(namesOf(bootstrap.nav))
    expect(participant.bootstrap.user!.user_role).toBe('leerling')
    const text = (one: Bootstrap) => one.nav.find(({ page }) => page === 'skills.matrix')?.text
    expect(text(bootstrap)).toBeDefined()
    await app.withoutPlugin('noordwind', 'skills', async () => {
      const without = (await documentOf(supervisor)).bootstrap
      expect(text(without)).toBeUndefined()
      expect(without.plugins).not.toContain('skills')
    })
    expect((await documentOf(supervisor)).bootstrap.nav).toEqual(bootstrap.nav)
    await supervisor.post('/api/core/session/language', { lang: 'en' })
    const english = (await documentOf(supervisor)).bootstrap
    expect(english.lang).toBe('en')
    expect(namesOf(english.nav)).toEqual(namesOf(bootstrap.nav))
    expect(english.nav.map((item) => item.text)).not.toEqual(bootstrap.nav.map((item) => item.text))
    await supervisor.post('/api/core/session/language', { lang: 'nl' })
  })

  it('are separate from the company’s settings, which are read each time', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    await documentOf(supervisor)
    const paint = (color: string) =>
      app.asSystem(() => db.from('core_companies').where('login_id', 'noordwind').update({ primary_color: color, updated_at: new Date() }))
    const { primary_color: before } = await app.asSystem(() => db.from('core_companies').where('login_id', 'noordwind').firstOrFail())
    await paint('#0a5c36')
    const { html, bootstrap } = await documentOf(supervisor)
    expect(bootstrap.branding.primaryColor).toBe('#0a5c36')
    expect(html).toContain('--brand-primary:#0a5c36')
    await paint(before)
  })
})

describe('search engines', () => {
  it('may not list a page that anybody with its link can open', async () => {
    const { pluginRegistry } = await import('#core/plugins/registry')
    const byToken = pluginRegistry().pages.filter(({ companyFrom }) => companyFrom)
    expect(byToken.length).toBeGreaterThan(5)
    for (const { path } of byToken) {
      const { headers } = await fetch(app.url + path.replace(/:\w+\??/g, 'a'.repeat(43)), { redirect: 'manual' })
      expect(headers.get('x-robots-tag'), path).toBe('noindex')
    }
    expect((await fetch(`${app.url}/login/noordwind`)).headers.get('x-robots-tag')).toBeNull()
  })
})
