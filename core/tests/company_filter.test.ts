import { parseCsv } from 'hucre/csv'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ListDefinition } from '#core/lists/define_list'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

// An admin sees the rows of every company and can narrow each list with a company column to one company.

let app: TestApp
let admin: TestClient
let noordwind: number
/** Each list with a company column; the value is the message of the column. */
let lists: { name: string; path: string; label: string }[]
let translate: (language: string, message: string) => string

beforeAll(async () => {
  app = await testApp()
  await app.settle()
  admin = await signInAs('admin@platform.example')
  const { pluginRegistry } = await import('#core/plugins/registry')
  const { routes, lists: declared } = pluginRegistry()
  const pathOf = (name: string) => routes.find((route) => route.name === `${name}.view`)!.path.replace(/\/view$/, '')
  lists = declared.flatMap((list) => {
    const { name, columns } = list as unknown as ListDefinition<object>
    const column = columns.find(({ key }) => key === 'company')
    return column ? [{ name, path: pathOf(name), label: column.label }] : []
  })
  ;({ translate } = await import('#core/i18n/catalogue'))
  noordwind = (await admin.get('/api/companies?search=noordwind')).body.data[0].id
})

describe('every list with a company column', () => {
  it('can be narrowed to one company by an admin, with its file', async () => {
    expect(lists.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['groups.groups', 'exams.entries', 'mails.outbox', 'booking.bookings', 'waiting_list.places']),
    )
    let narrowed = 0
    for (const { name, path, label } of lists) {
      const { filters } = (await admin.get(`${path}/view`)).body.data
      expect([name, filters.filter(({ key }: { key: string }) => key === 'company').length]).toEqual([name, 1])
      const total = async (query: string) => (await admin.get(`${path}?per_page=10${query}`)).body.meta.total
      const [all, some] = [await total(''), await total(`&company=${noordwind}`)]
      if (some < all) narrowed += 1
      const file = await admin.post(`${path}/export`, { format: 'csv', filter: `company=${noordwind}` })
      const [head, ...rows] = parseCsv(String(file.body).replace('\uFEFF', ''), { delimiter: ';' })
      const place = head!.indexOf(translate('nl', label))
      expect([name, place >= 0, new Set(rows.map((row) => row[place]))]).toEqual([name, true, new Set(some ? ['Noordwind'] : [])])
      expect([name, rows.length]).toEqual([name, some])
      expect([name, (await admin.get(`${path}?company=mine`)).status]).toEqual([name, 422])
    }
    // Otherwise the checks above prove nothing.
    expect(narrowed).toBeGreaterThan(5)
  })

  it('offers an admin the companies where its plugin is on, and a supervisor no such filter', async () => {
    const of = async (client: TestClient) =>
      (await client.get('/api/groups/groups/view')).body.data.filters.find(({ key }: { key: string }) => key === 'company')
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const names = async () => (await of(admin)).options.map(({ label }: { label: string }) => label)
    expect(await names()).toContain('Noordwind')
    const put = (change: string) =>
      app.asSystem(() =>
        db
          .from('core_companies')
          .where('id', noordwind)
          .update({ plugins: db.raw(`${change}(plugins, 'groups')`) }),
      )
    await put('array_remove')
    expect(await names()).not.toContain('Noordwind')
    await put('array_append')
    // Data that only admins have covers every company, also where the plugin of that name is off.
    const { data: mails } = (await admin.get('/api/mails/view')).body
    const offered = mails.filters.find(({ key }: { key: string }) => key === 'company').options
    expect(offered.map(({ label }: { label: string }) => label)).toContain('Bouwmeester')
    const supervisor = await signInAs('beheerder@bouwmeester.example')
    expect(await of(supervisor)).toBeUndefined()
    // A company id in the address changes nothing.
    const total = async (query: string) => (await supervisor.get(`/api/groups/groups${query}`)).body.meta.total
    expect(await total(`?company=${noordwind}`)).toBe(await total(''))
  })
})
