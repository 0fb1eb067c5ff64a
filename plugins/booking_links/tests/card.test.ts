import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { simulatePayments } from '#plugins/payments/contract/testing'
import { answersOf, app, begin, db, finish, linkWith, numbersOf, start, supervisor } from './links.js'

// Paying by card through a link: a use is held during the payment, and released if it fails.

let folder: string
let simulator: Awaited<ReturnType<typeof simulatePayments>>

beforeAll(async () => {
  await begin()
  folder = await mkdtemp(join(tmpdir(), 'links-'))
  simulator = await simulatePayments({ folder, platform: app.url })
})
afterAll(async () => {
  await simulator.stop()
  await rm(folder, { recursive: true })
})

const statusOf = async (id: number) => (await supervisor.get(`/api/booking/bookings/${id}`)).body.data.status
async function becomes(id: number, status: string) {
  await expect.poll(() => statusOf(id), { timeout: 300_000 }).toBe(status)
  await app.settle()
}
const sessionIn = (url: string) => url.split('/').at(-1)!.split('?')[0]!

async function toPay(token: string): Promise<{ id: number; url: string }> {
  expect((await start(supervisor, token)).status).toBe(200)
  const { status, body } = await finish(await answersOf(supervisor, { method: 'card' }))
  expect([status, body.errors ?? body.code]).toEqual([201, undefined])
  return { id: body.data.id, url: body.data.pay_url }
}

it('counts what was paid at the price of the link', async () => {
  const link = await linkWith({ price_kind: 'agreed', price_value: 5_000 })
  const { id, url } = await toPay(link.token)
  expect(await numbersOf(link.id)).toMatchObject({ used: 1, booked: 0, paid: 0 })
  simulator.settle(sessionIn(url), 'pay')
  await becomes(id, 'paid')
  expect(await numbersOf(link.id)).toMatchObject({ used: 1, booked: 1, paid: 1 })
  const { costs } = (await supervisor.get(`/api/booking/bookings/${id}`)).body.data
  expect(costs.lines[0]).toMatchObject({ key: 'release', unit_cents: 5_000 })
})

it('gives the last use to another booking when a payment is declined, and refuses payment without a use', async () => {
  const link = await linkWith({ max_uses: 1 })
  const first = await toPay(link.token)
  expect(await numbersOf(link.id)).toMatchObject({ used: 1, state: 'used_up' })
  simulator.settle(sessionIn(first.url), 'decline')
  await becomes(first.id, 'failed')
  expect(await numbersOf(link.id)).toMatchObject({ used: 0, state: 'open' })
  const second = await toPay(link.token)
  simulator.settle(sessionIn(second.url), 'pay')
  await becomes(second.id, 'paid')
  const late = await supervisor.post(`/api/booking/bookings/${first.id}/pay`, {})
  expect([late.status, late.body.code]).toEqual([409, 'link_used_up'])
  // A payment that arrives all the same is processed manually, as when the seats are gone.
  simulator.settle(sessionIn(first.url), 'pay')
  await becomes(first.id, 'needs_processing')
  expect(await numbersOf(link.id)).toMatchObject({ used: 1, paid: 1 })
  expect(await app.asSystem(() => db.from('booking_links_bookings').where('link_id', link.id))).toHaveLength(2)
})

it('takes the use again for a booking that is paid after all', async () => {
  const link = await linkWith({ max_uses: 1 })
  const { id, url } = await toPay(link.token)
  simulator.settle(sessionIn(url), 'decline')
  await becomes(id, 'failed')
  expect(await numbersOf(link.id)).toMatchObject({ used: 0, state: 'open' })
  const again = await supervisor.post(`/api/booking/bookings/${id}/pay`, {})
  expect(again.status).toBe(200)
  expect(await numbersOf(link.id)).toMatchObject({ used: 1, state: 'used_up' })
  simulator.settle(sessionIn(again.body.data.pay_url), 'pay')
  await becomes(id, 'paid')
  expect(await numbersOf(link.id)).toMatchObject({ used: 1, booked: 1, paid: 1 })
})
