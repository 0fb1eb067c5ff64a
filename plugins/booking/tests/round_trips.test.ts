import { beforeAll, expect, it } from 'vitest'
import { answersFor, app, begin, db, finish, keep, moments, person, price } from './bookings.js'

// The number of SQL statements that a booking costs, from the wizard to its invoice.

beforeAll(async () => {
  await begin()
  await app.asSystem(() => db.from('exams_moments').whereIn('id', moments).update({ seats: 99 }))
})

/** The statements of each call of the wizard, for a booking of this many people. */
async function costOf(people: number) {
  const members: number[] = []
  while (members.length < people) members.push(await person())
  const answers = answersFor(members)
  // The first call of a connection runs more statements than later ones.
  let { costs } = await price(answers)
  let draft = await keep(answers)
  const kept = await app.countQueries(async () => (draft = await keep(answers)))
  const priced = await app.countQueries(async () => ({ costs } = await price(answers)))
  const booked = await app.countQueries(async () => expect((await finish(draft, costs.total_cents)).status).toBe(201))
  await app.settle()
  return { kept, priced, booked }
}

it('runs as many statements for ten people as for two', async () => {
  // The first booking fills the in-memory caches.
  await costOf(1)
  const [two, ten] = [await costOf(2), await costOf(10)]
  expect(ten).toEqual(two)
  expect(two.kept).toBeLessThanOrEqual(2)
  expect(two.priced).toBeLessThanOrEqual(9)
  expect(two.booked).toBeLessThanOrEqual(20)
})
