import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'
import type { TestClient } from '#core/testing/client'

// The people who wait for a seat: in order, with a verified address, each offered one once.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let admin: TestClient
let supervisor: TestClient
let exam: { id: number; course_id: number }
let day: string
let month: string

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  await app.settle()
  admin = await signInAs('admin@platform.example')
  supervisor = await signInAs('beheerder@noordwind.example')
  exam = (await admin.get('/api/exams/exams')).body.data[0]
  day = addDays(today(), 60)
  month = day.slice(0, 7)
})

const ask = (city: string, name: string, more: object = {}) =>
  app.visitor().post('/api/waiting_list/places', {
    ...{ company: 'noordwind', email: `${name}@wachten.example`, name, course: exam.course_id, city, language: 'nl', month, lang: 'nl' },
    ...more,
  })
// A city is compared case-insensitively.
const rows = (city: string) => app.asSystem(() => db.from('waiting_list_places').whereRaw('lower(city) = lower(?)', [city]).orderBy('id'))
const statuses = async (city: string) => Object.fromEntries((await rows(city)).map(({ name, status }) => [name, status]))
const answer = (token: string, action: string) => app.visitor().post(`/api/waiting_list/places/${token}`, { action })
const offer = async (company = 'noordwind') => {
  await app.inCompany(company, async () => (await import('#plugins/waiting_list/server/services/offer')).offerSeats())
}
/** Requests and confirms, one after the other. */
async function queue(city: string, ...names: string[]): Promise<Record<string, string>> {
  for (const name of names) expect((await ask(city, name)).status).toBe(202)
  const places = await rows(city)
  for (const name of names) await answer(places.find((one) => one.name === name)!.token, 'confirm')
  return Object.fromEntries(places.map(({ name, token }) => [name, token]))
}
async function moment(city: string, seats = 1): Promise<number> {
  const { body } = await admin.post('/api/exams/moments', {
    ...{ exam_id: exam.id, language: 'nl', day, time: '10:00', seats, provider: null, adults_only: false, weeks: 1 },
    places: [{ city, location: 'Zaal', address: '' }],
  })
  return body.data.ids[0]
}
const left = async (id: number) => (await supervisor.get(`/api/exams/moments/${id}`)).body.data.seats_left
const mails = (trigger: string) =>
  app.asSystem(() => db.from('core_mail_outbox').where('trigger', `waiting_list.mail.${trigger}`).orderBy('id'))

describe('a place on the waiting list', () => {
  // All of them come from one network here.
  beforeEach(() => app.asSystem(() => db.from('core_rate_limits').delete()))

  it('counts once its address is confirmed, once per address, and does not reveal who is on the list', async () => {
    const answers = await Promise.all([ask('Breda', 'els'), ask('Breda', 'els'), ask('Breda', 'els', { email: 'ELS@wachten.example' })])
    expect((await ask('breda', 'els')).status).toBe(202)
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(await rows('Breda')).toHaveLength(1)
    await app.settle()
    const [place] = await rows('Breda')
    await moment('Breda')
    await offer()
    expect(await statuses('Breda')).toEqual({ els: 'unconfirmed' })
    const seen = await app.visitor().get(`/api/waiting_list/places/${place.token}`)
    expect(seen.body.data).toMatchObject({ status: 'unconfirmed', city: 'Breda' })
    expect((await answer(place.token, 'confirm')).body.data.status).toBe('waiting')
    expect((await answer('x'.repeat(32), 'confirm')).status).toBe(404)
    expect((await ask('Breda', 'bert', { month: '2020-01' })).body.errors).toMatchObject([{ field: 'month', rule: 'past' }])
    expect((await ask('Breda', 'bert', { company: 'nobody' })).status).toBe(404)
    expect((await mails('confirm')).some(({ to_email: to }) => to === 'els@wachten.example')).toBe(true)
  })

  it('gets an offer in order, once each; declining or expiry passes it on, and the seat is reserved meanwhile', async () => {
    const token = await queue('Almelo', 'anna', 'bert', 'carla', 'dirk')
    expect(await dueIn('waiting_list.offer')).toContain('noordwind')
    const id = await moment('Almelo')
    await Promise.all([offer(), offer(), offer()])
    expect(await statuses('Almelo')).toEqual({ anna: 'offered', bert: 'waiting', carla: 'waiting', dirk: 'waiting' })
    expect(await left(id)).toBe(0)
    expect((await answer(token.bert!, 'accept')).body.code).toBe('offer_over')
    expect((await answer(token.anna!, 'decline')).body.data.status).toBe('declined')
    // The event of the freed seat makes the next offer.
    await app.settle()
    expect(await statuses('Almelo')).toMatchObject({ anna: 'declined', bert: 'offered' })
    await app.asSystem(async () => {
      await db
        .from('waiting_list_places')
        .where('token', token.bert!)
        .update({ offer_until: new Date(Date.now() - 1000) })
      await db
        .from('exams_entries')
        .where('moment_id', id)
        .whereNull('released_at')
        .update({ held_until: new Date(Date.now() - 1000) })
    })
    expect((await answer(token.bert!, 'accept')).body.code).toBe('offer_over')
    await offer()
    expect(await statuses('Almelo')).toEqual({ anna: 'declined', bert: 'lapsed', carla: 'offered', dirk: 'waiting' })
    const twice = await Promise.all([answer(token.carla!, 'accept'), answer(token.carla!, 'accept')])
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    await app.settle()
    await offer()
    expect(await statuses('Almelo')).toEqual({ anna: 'declined', bert: 'lapsed', carla: 'accepted', dirk: 'waiting' })
    expect(await left(id)).toBe(0)
    expect((await supervisor.get(`/api/exams/entries?moment=${id}`)).body.data).toHaveLength(1)
    const offered = (await mails('offer')).map(({ to_email: to }) => to).filter((to) => /^(anna|bert|carla|dirk)@/.test(to))
    expect(offered).toEqual(['anna@wachten.example', 'bert@wachten.example', 'carla@wachten.example'])
    expect((await mails('accepted')).length).toBeGreaterThan(0)
    // The exam is cancelled: the person with the seat is first again.
    await admin.post(`/api/exams/moments/${id}/withdraw`, { reason: 'Ziek' })
    await app.settle()
    expect(await statuses('Almelo')).toMatchObject({ carla: 'waiting', dirk: 'waiting' })
  })

  it('exists once when its owner joined again after a moment was withdrawn', async () => {
    const token = await queue('Emmen', 'eva', 'frits')
    const id = await moment('Emmen')
    await offer()
    expect((await answer(token.eva!, 'accept')).status).toBe(200)
    expect((await ask('Emmen', 'eva')).status).toBe(202)
    expect((await rows('Emmen')).map(({ name, status }) => `${name} ${status}`)).toEqual([
      'eva accepted',
      'frits waiting',
      'eva unconfirmed',
    ])
    const [{ dead }] = await app.asSystem(() => db.from('core_incidents').count('* as dead'))
    await admin.post(`/api/exams/moments/${id}/withdraw`, { reason: 'Ziek' })
    await app.settle()
    const after = await rows('Emmen')
    expect(after.map(({ name, status }) => `${name} ${status}`)).toEqual(['eva left', 'frits waiting', 'eva waiting'])
    // At the better of the two positions: later people come after it.
    expect(Number(after[2].rank)).toBeLessThan(Number(after[1].rank))
    expect((await app.asSystem(() => db.from('core_incidents').count('* as dead')))[0].dead).toBe(dead)
  })

  it('does not present a stranger’s text in a mail as ours', async () => {
    const words = 'Win een prijs op prijs.example'
    await ask('Goes', 'slim', { name: words })
    await app.settle()
    const confirm = (await mails('confirm')).at(-1)!
    expect(confirm.to_email).toBe('slim@wachten.example')
    expect([confirm.to_name, confirm.text, confirm.html, confirm.subject].join()).not.toContain('prijs')
    const [place] = await rows('Goes')
    await answer(place.token, 'confirm')
    await moment('Goes')
    await offer()
    await answer(place.token, 'accept')
    await app.settle()
    const told = (await mails('offer')).at(-1)!
    expect([told.to_name, told.text].join()).not.toContain('prijs')
    const accepted = (await mails('accepted')).at(-1)!
    expect(accepted.subject).toContain(`“${words}” (zelf ingevuld)`)
  })

  it('belongs to one queue across companies: the first in line of any company is asked', async () => {
    await app.visitor().post('/api/waiting_list/places', {
      ...{ company: 'bouwmeester', email: 'eerste@wachten.example', name: 'eerste', course: exam.course_id, city: 'Venlo', language: 'nl' },
      ...{ month, lang: 'nl' },
    })
    await answer((await rows('Venlo'))[0]!.token, 'confirm')
    await queue('Venlo', 'tweede')
    await moment('Venlo')
    await offer('noordwind')
    expect(await statuses('Venlo')).toEqual({ eerste: 'waiting', tweede: 'waiting' })
    await offer('bouwmeester')
    await offer('noordwind')
    expect(await statuses('Venlo')).toEqual({ eerste: 'offered', tweede: 'waiting' })
  })

  it('does not block the queue when its company is closed or has the list off', async () => {
    const at = (company: string, name: string) =>
      app.visitor().post('/api/waiting_list/places', {
        ...{ company, email: `${name}@wachten.example`, name, course: exam.course_id, city: 'Stein', language: 'nl', month, lang: 'nl' },
      })
    const change = (values: object) => app.asSystem(() => db.from('core_companies').where('login_id', 'bouwmeester').update(values))
    await at('bouwmeester', 'vast')
    await answer((await rows('Stein'))[0]!.token, 'confirm')
    await queue('Stein', 'een', 'twee')
    await moment('Stein', 1)
    const { plugins } = await app.asSystem(() => db.from('core_companies').where('login_id', 'bouwmeester').firstOrFail())
    await change({ status: 'inactive' })
    await offer('noordwind')
    await change({ status: 'active', plugins: plugins.filter((id: string) => id !== 'waiting_list') })
    expect(await statuses('Stein')).toEqual({ vast: 'waiting', een: 'offered', twee: 'waiting' })
    await moment('Stein', 1)
    await offer('noordwind')
    await change({ plugins })
    expect(await statuses('Stein')).toEqual({ vast: 'waiting', een: 'offered', twee: 'offered' })
  })

  it('sends few mails to an address that a stranger enters, across all cities', async () => {
    const before = (await mails('confirm')).filter(({ to_email: to }) => to === 'slachtoffer@wachten.example').length
    for (let n = 0; n < 9; n += 1) expect((await ask(`Stad ${n}`, 'slachtoffer')).status).toBe(202)
    const sent = (await mails('confirm')).filter(({ to_email: to }) => to === 'slachtoffer@wachten.example').length
    expect(sent - before).toBeLessThanOrEqual(5)
  })

  it('is available for courses that a visitor finds', async () => {
    await app.asSystem(() => db.from('learning_courses').where('id', exam.course_id).update({ is_consumer_course: false }))
    const answers = await ask('Verborgen', 'gluurder')
    await app.asSystem(() => db.from('learning_courses').where('id', exam.course_id).update({ is_consumer_course: true }))
    expect(answers.status).toBe(404)
  })

  it('can be moved with a recorded reason, and only among one’s own people', async () => {
    await queue('Zutphen', 'anna', 'bert', 'carla')
    const list = async () =>
      (await supervisor.get('/api/waiting_list/line?search=Zutphen&status=waiting')).body.data.map(
        ({ name, place }: { name: string; place: number }) => `${place} ${name}`,
      )
    expect(await list()).toEqual(['1 anna', '2 bert', '3 carla'])
    const carla = (await rows('Zutphen')).find(({ name }) => name === 'carla')!
    expect((await supervisor.post(`/api/waiting_list/line/${carla.id}/move`, { to: 'first' })).status).toBe(422)
    await supervisor.post(`/api/waiting_list/line/${carla.id}/move`, { to: 'first', reason: 'Moet in januari beginnen' })
    expect(await list()).toEqual(['1 carla', '2 anna', '3 bert'])
    const { body } = await supervisor.get(`/api/waiting_list/line/${carla.id}/history`)
    expect(body.data[0]).toMatchObject({ action: 'moved_first', reason: 'Moet in januari beginnen' })
    expect(body.data[0].by).toBeTruthy()
    const other = await signInAs('beheerder@bouwmeester.example')
    expect((await other.post(`/api/waiting_list/line/${carla.id}/move`, { to: 'up', reason: 'x' })).status).toBe(404)
  })
})

describe('people without an e-mail address', () => {
  it('have a place each, once, and are offered a seat on screen', async () => {
    const clients: TestClient[] = []
    for (const number of ['W-1', 'W-2']) {
      const person = { firstname: 'Zonder', lastname: number, email: null, birthdate: '1990-01-01', language: 'nl', role: 'leerling' }
      const added = await supervisor.post('/api/people/participants', { ...person, invite: true, company: null, personnel_number: number })
      const made = await supervisor.post('/api/people/cards', { ids: [added.body.data.id], again: false })
      const client = app.visitor()
      const { code } = made.body.data.cards[0]
      expect((await client.post('/api/people/sign_in', { company: 'noordwind', number, code })).status).toBe(200)
      clients.push(client)
    }
    const place = {
      company: 'noordwind',
      email: 'ignored@test.example',
      name: '-',
      course: exam.course_id,
      city: 'Wijchen',
      language: 'nl',
      month,
      lang: 'nl',
    }
    for (const client of [...clients, clients[0]!]) expect((await client.post('/api/waiting_list/places', place)).status).toBe(202)
    expect(await statuses('Wijchen')).toEqual({ 'Zonder W-1': 'waiting', 'Zonder W-2': 'waiting' })
    await moment('Wijchen')
    await offer()
    expect(await statuses('Wijchen')).toEqual({ 'Zonder W-1': 'offered', 'Zonder W-2': 'waiting' })
    await app.settle()
    const told = (await mails('offer')).at(-1)
    expect(told).toMatchObject({ to_email: '', by_mail: false, in_app: true })
  })
})
