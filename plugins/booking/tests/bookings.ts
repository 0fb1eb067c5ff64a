import { expect } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createParticipant } from '#core/testing/factories'

// Shared helpers of the booking tests: people, exam moments with five seats, and the calls of the wizard.

export const base = '/api/booking/bookings'
export let app: TestApp
export let db: typeof import('@adonisjs/lucid/services/db').default
export let supervisor: TestClient
export let other: TestClient
export let admin: TestClient
export let course: number
export let moments: number[]
export let second: number

export const BUYER = {
  company: 'Noordwind B.V.',
  contact: 'Crediteuren',
  contact_email: 'inkoop@buyer.example',
  invoice_email: 'facturen@buyer.example',
  street: 'Kade 1',
  postal_code: '1976 CA',
  city: 'IJmuiden',
  country: 'NL',
  vat_number: '',
}

/** Creates the data; for `beforeAll(begin)`. */
export async function begin(): Promise<void> {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  await app.settle()
  supervisor = await signInAs('beheerder@noordwind.example')
  other = await signInAs('beheerder@bouwmeester.example')
  admin = await signInAs('admin@platform.example')
  const offers = (await supervisor.get('/api/booking/offers')).body.data as { id: number; adults_only: boolean }[]
  course = offers.find(({ adults_only: adults }) => !adults)!.id
  second = offers.find(({ id, adults_only: adults }) => id !== course && !adults)!.id
  moments = await app.asSystem(async () => {
    const [exam] = await db
      .table('exams_exams')
      .insert({ course_id: course, languages: ['nl'] })
      .returning('id')
    const at = (days: number) => ({
      starts_at: `${addDays(today(), days)}T09:00:00Z`,
      city: 'Testplaats',
      location: 'Zaal',
      address: 'Plein 1',
    })
    const rows = [40, 60, 10, 3].map((days) => ({ ...at(days), exam_id: exam.id, language: 'nl', seats: 5 }))
    return (await db.table('exams_moments').returning('id').multiInsert(rows)).map(({ id }: { id: number }) => id)
  })
}

/** Makes a participant of Noordwind. @returns the membership ID */
export const person = async (birthdate: string | null = '1990-01-01'): Promise<number> =>
  (await createParticipant('noordwind', { firstname: 'Boeking', birthdate })).id

export type Answers = Record<string, unknown>
export const answersFor = (people: number[], more: Answers = {}): Answers => ({
  course,
  type: 'elearning_exam',
  people: people.map((membership) => ({ membership })),
  moment: moments[0],
  method: 'invoice',
  buyer: BUYER,
  ...more,
})
export async function keep(answers: Answers, client = supervisor): Promise<{ id: number; version: string }> {
  const { status, body } = await client.put('/api/booking/draft', { answers, step: 'billing' })
  expect(status).toBe(200)
  return body.data
}
export const price = async (answers: Answers, client = supervisor) => (await client.post('/api/booking/price', { answers })).body.data
export const finish = (draft: { id: number; version: string }, total: number, client = supervisor) =>
  client.post(base, { draft: draft.id, version: draft.version, total_cents: total })
export async function booked(answers: Answers): Promise<number> {
  const total = (await price(answers)).costs.total_cents
  const { status, body } = await finish(await keep(answers), total)
  expect([status, body.errors]).toEqual([201, undefined])
  await app.settle()
  return body.data.id
}
export const show = async (id: number, client = supervisor) => (await client.get(`${base}/${id}`)).body.data
export async function act(id: number, name: string, more: object = {}, client = supervisor) {
  const { updated_at: version } = await show(id, client)
  const answer = await client.post(`${base}/${id}/acts`, { act: name, updated_at: version, ...more })
  await app.settle()
  return answer
}
export const count = (table: string) => app.asSystem(async () => Number((await db.from(table).count('* as n').first()).n))
export const seatsTaken = async (moment: number) =>
  Number((await app.asSystem(() => db.rawQuery('select exams_seats_taken(?) as n', [moment]))).rows[0].n)
export const invoicesOf = (number: string) =>
  app.asSystem(() => db.from('invoices_invoices').whereLike('subject', `booking:${number}%`).orderBy('id').select('*'))
