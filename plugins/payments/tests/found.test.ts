import { beforeAll, expect, it } from 'vitest'
import { signInAs, testApp } from '#core/testing/app'

const app = await testApp()
const ROWS = '/api/payments/payments'

/** Payments of a company, each a day earlier than the one before. */
const asked = (loginId: string, descriptions: string, series = 1) =>
  app.inCompany(loginId, async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const { currentCompanyId } = await import('#core/tenancy/scope')
    await db.rawQuery(
      `insert into payments_payments (company_id, key, description, amount_cents, lapses_at, created_at)
       select ?, 'found:' || gen_random_uuid(), ? || case when n > 1 then ' ' || n else '' end, 12100, now(), now() - n * interval '1 minute' from generate_series(1, ?) n`,
      [currentCompanyId(), descriptions, series],
    )
  })

const all = async <T>(batches: AsyncIterable<T[]>): Promise<T[]> => {
  const rows: T[] = []
  for await (const batch of batches) rows.push(...batch)
  return rows
}

beforeAll(async () => {
  await app.settle()
  for (const description of ['Hijskraan', 'Hijskranen']) await asked('noordwind', description)
  await asked('noordwind', 'Vakbekwaam', 2700)
})

it('a search counts, exports and acts on exactly the rows that its page shows', async () => {
  const { paymentList } = await import('../server/lists/payments.js')
  const { source } = paymentList
  // An exact match, a typo without an exact match, the start of a word, and more matches than are counted.
  for (const [search, found] of [
    ['hijskraan', ['Hijskraan']],
    ['hijskrean', ['Hijskraan', 'Hijskranen']],
    ['ij', []],
    ['vakbekwaam', null],
  ] as const) {
    const list = { search, sort: 'created_at' }
    const done = await app.inCompany('noordwind', async () => ({
      page: await source.page(list),
      count: await source.count(list),
      ids: await source.ids(list, 0, 5000),
      file: await all(source.batches(list)),
    }))
    if (found) expect(done.page.data.map(({ description }) => description).sort()).toEqual(found)
    const total = found?.length ?? 2700
    expect([search, done.count, done.ids.length, done.file.length]).toEqual([search, total, total, total])
    expect(done.file.slice(0, 25).map(({ id }) => id)).toEqual(done.page.data.map(({ id }) => id))
  }
})

it('a bulk action acts on all rows of a search as it was counted', async () => {
  const admin = await signInAs('admin@platform.example')
  const { meta } = (await admin.get(`${ROWS}?search=hijskraan`)).body
  const order = { action: 'payments.refund_again', filter: 'search=hijskraan', count: meta.total }
  const begun = await admin.post(`${ROWS}/act`, order)
  expect([begun.status, begun.body.code]).toEqual([202, undefined])
})

it('the next page of a long list exists, also when the last row of this one was deleted meanwhile', async () => {
  const admin = await signInAs('admin@platform.example')
  const page = async (more: string) =>
    (await admin.get(`${ROWS}?per_page=100&sort=-created_at&search=vakbekwaam${more}`)).body.data as { id: number }[]
  const first = await page('')
  const second = await page('&page=2')
  expect(await page(`&page=2&after=${first.at(-1)!.id}`)).toEqual(second)
  await app.asSystem(async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    await db.from('payments_payments').where('id', first.at(-1)!.id).delete()
  })
  expect(await page(`&page=2&after=${first.at(-1)!.id}`)).toHaveLength(100)
})
