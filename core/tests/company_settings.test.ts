import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { definePlugin } from '#core/contract/plugin'
import { defineSettings, readSetting, type Setting } from '#core/contract/settings'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

// @own-process: declares a plugin of its own

// One declaration is enough: storage, validation, form, tenant declaration, event and browser values follow from it.
const sample = defineSettings('sample', [
  { key: 'open', kind: 'flag', group: 'desk', browser: true },
  { key: 'motto', kind: 'line', max: 20, group: 'desk' },
  { key: 'seats', kind: 'number', min: 1, max: 40, default: 12, required: true, group: 'desk' },
  { key: 'pace', kind: 'choice', options: ['calm', 'brisk'], default: 'calm', required: true, group: 'desk', browser: true },
  { key: 'accent', kind: 'color', group: 'desk' },
  { key: 'from', kind: 'day', min: '2026-01-01', group: 'desk' },
  { key: 'welcome', kind: 'texts', max: 50, group: 'desk' },
  { key: 'cover', kind: 'image', group: 'desk', browser: true },
])
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')
const DEFAULTS = { open: false, motto: null, seats: 12, pace: 'calm', accent: null, from: null, welcome: null, cover: null }
const HTML = { accept: 'text/html' }

let app: TestApp
let admin: TestClient
let db: typeof import('@adonisjs/lucid/services/db').default

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  const { pluginRegistry } = await import('#core/plugins/registry')
  const registry = pluginRegistry()
  Object.assign(registry, {
    plugins: [...registry.plugins, definePlugin({ id: 'sample', settings: sample })],
    settings: [...registry.settings, sample],
  })
  await app.asSystem(async () =>
    db
      .from('core_companies')
      .where('login_id', 'noordwind')
      .update({ plugins: db.raw(`array_append(plugins, 'sample')`) }),
  )
  admin = await signInAs('admin@platform.example')
})

async function companyOf(loginId: string) {
  const { body } = await admin.get(`/api/companies?search=${loginId}`)
  return (await admin.get(`/api/companies/${body.data[0].id}`)).body.data
}
async function change(loginId: string, settings: object) {
  const { id, updated_at } = await companyOf(loginId)
  return admin.patch(`/api/companies/${id}`, { updated_at, settings })
}
const chosen = () => app.inCompany('noordwind', async () => (await import('#core/kit/settings')).settingsOf(sample))
const told = () =>
  app.asSystem(async () =>
    (await db.from('core_outbox').where('name', 'core.settings.changed').orderBy('id')).map(({ payload }) => payload),
  )
const bootstrapOf = (html: string) => JSON.parse(/id="bootstrap"[^>]*>(.*?)<\/script>/s.exec(html)![1]!)

describe('a company setting that a plugin declares', () => {
  it('has its default and is part of the form’s description where the plugin is on', async () => {
    expect(await chosen()).toEqual(DEFAULTS)
    const { fields, settings } = await companyOf('noordwind')
    expect(fields.find(({ plugin }: { plugin: string }) => plugin === 'sample').fields).toEqual(sample.fields)
    expect(settings.sample).toEqual(DEFAULTS)
    expect((await companyOf('bouwmeester')).settings.sample).toBeUndefined()
    expect((await change('bouwmeester', { sample: { open: true } })).body.errors).toEqual([{ field: 'sample', rule: 'unknown' }])
  })

  it('is stored, published as an event, audited and given to code and browsers at once', async () => {
    const before = await told()
    const person = await signInAs('leerling@noordwind.example')
    const inBrowser = async () => bootstrapOf((await person.get('/profiel', HTML)).body).settings.sample
    expect(await inBrowser()).toEqual({ open: false, pace: 'calm', cover: null })
    const values = {
      open: true,
      motto: ' Doen! ',
      seats: 8,
      pace: 'brisk',
      accent: '#AABBCC',
      from: '2026-02-28',
      welcome: { nl: 'Hoi', en: '' },
    }
    const { status, body } = await change('noordwind', { sample: values })
    const kept = { ...DEFAULTS, ...values, motto: 'Doen!', welcome: { nl: 'Hoi' } }
    expect([status, body.data.settings.sample]).toEqual([200, kept])
    expect(await chosen()).toEqual(kept)
    expect(await inBrowser()).toEqual({ open: true, pace: 'brisk', cover: null })
    const keys = ['open', 'motto', 'seats', 'pace', 'accent', 'from', 'welcome']
    expect((await told()).slice(before.length)).toEqual([{ plugin: 'sample', keys }])
    const audit = await app.asSystem(async () =>
      db.from('core_audit_log').where('action', 'settings_changed').orderBy('id', 'desc').first(),
    )
    expect(audit).toMatchObject({ company_id: body.data.id, details: { changed: keys.map((key) => `sample.${key}`) } })
    // Saving the same values again is no change, also when the languages come in another order.
    await change('noordwind', { sample: { ...values, motto: 'Doen!', welcome: { nl: 'Hoi' } } })
    expect(await told()).toHaveLength(before.length + 1)
  })

  it('can be emptied, which differs from its default', async () => {
    await change('noordwind', { sample: { motto: '', welcome: {} } })
    expect(await chosen()).toMatchObject({ motto: null, welcome: null })
  })

  it('can be an image', async () => {
    const { id, updated_at } = await companyOf('noordwind')
    const path = `/api/companies/${id}/images/sample`
    const upload = (key: string) => admin.upload(`${path}/${key}`, key, { name: 'x.png', type: 'image/png', content: PNG })
    expect((await upload('motto')).status).toBe(404)
    const { body } = await upload('cover')
    const url = body.data.settings.sample.cover
    expect((await app.visitor().get(url)).status).toBe(200)
    expect(body.data.updated_at, 'an open form stays valid').toBe(updated_at)
    expect(await told()).toContainEqual({ plugin: 'sample', keys: ['cover'] })
    expect((await admin.delete(`${path}/cover`)).body.data.settings.sample.cover).toBeNull()
    expect((await app.visitor().get(url)).status).toBe(404)
    expect(await chosen()).toMatchObject({ cover: null })
  })

  it('is declared by a tenant in the same form', async () => {
    const { declareTenant } = await import('#core/companies/declare')
    const folder = await mkdtemp(join(tmpdir(), 'tenant-'))
    await writeFile(join(folder, 'cover.png'), PNG)
    const core = { name: 'Proef', legal_name: 'Proef B.V.', sender_name: 'Proef', primary_color: '#112233', secondary_color: '#445566' }
    const address = { street: 'Kade 1', postal_code: '1000 AA', city: 'Ede', country: 'Nederland' }
    const tenant = (own: object) => ({ loginId: 'proef', plugins: ['sample'], settings: { core: { ...core, ...address }, sample: own } })
    const declare = (own: object) => declareTenant(tenant(own) as never, folder)
    await expect(declare({ seats: 99 })).rejects.toThrow('tenants/proef: wrong settings: sample.seats (max).')
    await expect(declare({ nonsense: 1 })).rejects.toThrow('sample.nonsense (unknown)')
    const { planTenant } = await import('#core/companies/plan_tenants')
    const plan = (own: object) => planTenant(tenant(own) as never, folder)
    expect(await plan({ seats: 5 })).toEqual({ loginId: 'proef', kind: 'new', changes: [] })
    expect(await app.asSystem(async () => db.from('core_companies').where('login_id', 'proef').select('id'))).toEqual([])
    await declare({ seats: 5, cover: 'cover.png' })
    expect(await plan({ seats: 5, cover: 'cover.png' })).toEqual({ loginId: 'proef', kind: 'same', changes: [] })
    const read = () => app.inCompany('proef', async () => (await import('#core/kit/settings')).settingsOf(sample))
    expect(await read()).toMatchObject({ ...DEFAULTS, seats: 5, cover: expect.stringMatching(/^[0-9a-f]{32}\.png$/) })
    // An admin's choice stays until the folder changes.
    await change('proef', { sample: { seats: 7 } })
    await declare({ seats: 5, cover: 'cover.png' })
    expect(await read()).toMatchObject({ seats: 7 })
    // Values that it would overwrite are reported first, including those that an admin changed on screen.
    expect(await plan({ seats: 6 })).toEqual({
      loginId: 'proef',
      kind: 'changed',
      changes: [{ what: 'sample.seats', before: 7, after: 6 }],
    })
    expect(await read()).toMatchObject({ seats: 7 })
    // An identical image is no change; another image is reported.
    const planned = async () => (await plan({ seats: 6, cover: 'cover.png' })).changes.map(({ what }) => what)
    expect(await planned()).toEqual(['sample.seats'])
    await writeFile(join(folder, 'cover.png'), Buffer.concat([PNG, Buffer.from([0])]))
    expect(await planned()).toEqual(['sample.seats', 'sample.cover'])
    await declare({ seats: 6, cover: 'cover.png' })
    expect(await read()).toMatchObject({ seats: 6 })
    await app.asSystem(async () => db.from('core_companies').where('login_id', 'proef').delete())
  })

  const wrong: [key: string, value: unknown, rule: string, part?: string][] = [
    ['open', 'yes', 'boolean'],
    ['motto', 7, 'string'],
    ['motto', 'x'.repeat(21), 'maxLength'],
    ['motto', 'a\u202eb', 'hidden_characters'],
    ['seats', '5', 'number'],
    ['seats', 1.5, 'withoutDecimals'],
    ['seats', 0, 'min'],
    ['seats', 41, 'max'],
    ['seats', null, 'required'],
    ['pace', 'toString', 'enum'],
    ['pace', { toString: 1 }, 'string'],
    ['accent', 'red', 'hexCode'],
    ['from', '2026-02-30', 'day'],
    ['from', '2025-12-31', 'day_min'],
    ['welcome', 'Hoi', 'object'],
    ['welcome', { xx: 'Hoi' }, 'enum', 'xx'],
    ['welcome', { nl: 'x'.repeat(51) }, 'maxLength', 'nl'],
    ['cover', 'somebody-elses.png', 'file'],
  ]
  it.each(wrong)('refuses %s = %j with %s at the field', async (key, value, rule, part) => {
    const before = await chosen()
    const { status, body } = await change('noordwind', { sample: { [key]: value } })
    const field = ['sample', key, part].filter(Boolean).join('.')
    expect([status, body.errors.map((error: { field: string; rule: string }) => [error.field, error.rule])]).toEqual([422, [[field, rule]]])
    expect(await chosen()).toEqual(before)
    // The form shows the same error before anything is sent.
    expect(readSetting(sample.fields.find((one) => one.key === key) as Setting, value)).toMatchObject({ rule })
  })
})

describe('settings in memory', () => {
  it('need no database query in a request, and are fresh in the next request after a change', async () => {
    const person = await signInAs('leerling@noordwind.example')
    const identify = () => person.get('/user/identify')
    await identify()
    // The query of the session, which includes the memberships.
    expect(await app.countQueries(identify)).toBe(1)
    expect((await identify()).body.has_catalogue_access).toBe(1)
    await change('noordwind', { companies: { catalogue_access: false } })
    expect((await identify()).body.has_catalogue_access).toBe(0)
    // Also when somebody changes the row by hand, or another node does.
    await app.asSystem(async () => db.from('core_companies').where('login_id', 'noordwind').update({ platform_branding: true }))
    expect((await identify()).body).toMatchObject({ has_catalogue_access: 0, has_platform_branding: 1 })
  })
})

describe('a save based on an older version', () => {
  it('reports who saved first, when, and what differs', async () => {
    const { id, updated_at, settings } = await companyOf('bouwmeester')
    await change('bouwmeester', { core: { city: 'Zeist', street: 'Laan 1' } })
    const mine = { core: { city: 'Ede', street: 'Laan 1', country: settings.core.country } }
    const { status, body } = await admin.patch(`/api/companies/${id}`, { updated_at, settings: mine })
    expect([status, body.code, body.by, body.differs]).toEqual([409, 'changed_meanwhile', expect.stringMatching(/\w+ \w+/), ['core.city']])
    expect(Number.isNaN(Date.parse(body.at))).toBe(false)
    expect(body.current.core).toMatchObject({ city: 'Zeist' })
    expect((await admin.patch(`/api/companies/${id}`, { updated_at: body.version, settings: mine })).status).toBe(200)
  })
})
