import { beforeAll, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { signInAs, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'
import type { TestClient } from '#core/testing/client'

// Mails to an exam provider: each fact once, at the right address, with the appointment.

const app = await testApp()
const { default: db } = await import('@adonisjs/lucid/services/db')
const { service: exams } = await import('#plugins/exams/server/services/exams_service')
const { updateEntries } = await import('#plugins/exams/server/services/update_entries')
const { providerCalendar, mailProvider } = await import('#plugins/exams/server/services/provider_mails')
let admin: TestClient
let provider: TestClient
let house: number
let exam: number
let people: number[]

const inNoordwind = <T>(fn: () => Promise<T>) => app.inCompany('noordwind', fn)
const soon = () => new Date(Date.now() + 1_800_000)

beforeAll(async () => {
  await app.settle()
  admin = await signInAs('admin@platform.example')
  provider = await signInAs('examinator@examenhuis.example')
  const { body } = await admin.get('/api/exams/options')
  house = body.data.providers.find(({ name }: { name: string }) => name === 'Examenhuis').id
  const made = await admin.post('/api/exams/exams', {
    ...{ course_id: body.data.courses[0].id, languages: ['en'], provider: house, adults_only: false },
    ...{ certificate: {}, valid_months: 12, active: true },
  })
  exam = made.body.data.id
  people = await inNoordwind(async () =>
    (await db.from('kit_members').where('role', 'leerling').where('status', 'active').orderBy('id').select('id')).map(({ id }) => id),
  )
  // The news of the demo data.
  await app.inCompany('examenhuis', mailProvider)
})

async function moment(by: number | null = house): Promise<number> {
  const { body } = await admin.post('/api/exams/moments', {
    ...{ exam_id: exam, language: 'en', day: addDays(today(), 40), time: '09:00', seats: 5, provider: by, adults_only: false, weeks: 1 },
    places: [{ city: 'Delft', location: 'Zaal, 1', address: 'Plein 2' }],
  })
  return body.data.ids[0]
}

/** The mails since the last call, created by the provider's run; a second run adds none. */
let seen = 0
async function mails(): Promise<
  { trigger: string; to: string; text: string; payload: { momentId: number; newsIds: number[]; language: string } }[]
> {
  await app.inCompany('examenhuis', mailProvider)
  expect(await dueIn('exams.tell_provider')).toEqual([])
  await app.inCompany('examenhuis', mailProvider)
  await app.settle()
  const rows = await app.asSystem(() =>
    db
      .from('core_mail_outbox as o')
      .join('core_companies as c', 'c.id', 'o.company_id')
      .where('c.login_id', 'examenhuis')
      .where('o.id', '>', seen)
      .whereLike('o.trigger', 'exams.mail.%')
      .orderBy('o.id')
      .select('o.id', 'o.trigger', 'o.to_email', 'o.text', 'o.payload'),
  )
  seen = Math.max(seen, ...rows.map(({ id }) => Number(id)))
  return rows.map(({ trigger, to_email: to, text, payload }) => ({ trigger, to, text, payload }))
}
const calendarOf = async (mail: { payload: { momentId: number; newsIds: number[]; language: string } }) => {
  const [file] = await app.inCompany('examenhuis', () => providerCalendar(mail.payload))
  const { content, contentType } = file as { content: Uint8Array; contentType: string }
  const text = new TextDecoder().decode(content)
  // A calendar acts on a cancellation only if the part of the mail names its method as well.
  expect(contentType).toContain(`method=${/METHOD:(\w+)/.exec(text)![1]}`)
  return text
}
const sequence = (file: string) => Number(/SEQUENCE:(\d+)/.exec(file)![1])

it('sends one mail per moment and kind, to its own address, with the appointment', async () => {
  await mails()
  const id = await moment()
  const [a, b] = people as [number, number]
  await inNoordwind(() => exams.hold('told:1', id, [a, b], soon()))
  // Nobody is notified of a hold.
  expect(await mails()).toEqual([])
  await inNoordwind(() => exams.confirm('told:1'))
  const [applied, ...none] = await mails()
  expect([applied!.trigger, applied!.to, none]).toEqual(['exams.mail.application', 'planning@examenhuis.example', []])
  expect(applied!.text.match(/\(Noordwind\): aangemeld/g)).toHaveLength(2)
  // The language of the exam, named in the reader's language.
  expect(applied!.text).toContain('(Engels)')
  const first = await calendarOf(applied!)
  expect(first).toContain('METHOD:PUBLISH')
  const at = (name: string) =>
    Date.parse(
      new RegExp(`${name}:(.{4})(..)(..T..)(..)(..Z)`)
        .exec(first)!
        .slice(1)
        .join('-')
        .replace(/(T..)-(..)-/, '$1:$2:'),
    )
  expect(at('DTEND') - at('DTSTART')).toBe(120 * 60_000)
  expect(first).toContain(`UID:moment-${id}@exam`)
  expect(first).toContain('LOCATION:Zaal\\, 1\\, Plein 2\\, Delft')

  const { body } = await provider.get(`/api/exams/entries?moment=${id}`)
  const set = (n: number, status: string) => provider.post(`/api/exams/entries/${body.data[n].id}/status`, { status })
  await set(0, 'confirmed')
  await set(1, 'refused')
  const changed = await mails()
  expect(changed.map(({ trigger, to }) => [trigger, to])).toEqual([
    ['exams.mail.confirmation', 'planning@examenhuis.example'],
    ['exams.mail.status', 'planning@examenhuis.example'],
  ])
  expect(changed[1]!.text).toContain('(Noordwind): geweigerd')
  expect(sequence(await calendarOf(changed[1]!))).toBeGreaterThan(sequence(first))

  // After the exam: its result, and the next day what is to be billed.
  await app.asSystem(() =>
    db
      .from('exams_moments')
      .where('id', id)
      .update({ starts_at: new Date(Date.now() - 30 * 3_600_000) }),
  )
  await set(0, 'no_show')
  const [result, bill, ...more] = await mails()
  expect(more).toEqual([])
  expect([result!.trigger, result!.to]).toEqual(['exams.mail.finish', 'examens@examenhuis.example'])
  expect([bill!.trigger, bill!.to]).toEqual(['exams.mail.billing', 'administratie@examenhuis.example'])
  expect(bill!.text).toContain('Noordwind: 1 plaats, van wie 1 niet verschenen')
})

it('mails which participants were moved, released or have another time, and that a moment was withdrawn', async () => {
  const [from, to] = [await moment(), await moment()]
  const [a] = people as [number]
  await inNoordwind(() => exams.hold('told:2', from, [a], soon()))
  await inNoordwind(() => exams.confirm('told:2'))
  await mails()
  await inNoordwind(() => exams.move('told:2', to))
  const moved = await mails()
  expect(moved.map(({ trigger, payload, text }) => [trigger, payload.momentId, /\): (.*)/.exec(text)![1]])).toEqual([
    ['exams.mail.status', from, 'verplaatst naar een ander moment'],
    ['exams.mail.application', to, 'aangemeld'],
  ])
  await app.asSystem(() =>
    db
      .from('exams_moments')
      .where('id', to)
      .update({ starts_at: new Date(Date.now() + 50 * 86_400_000) }),
  )
  expect(await dueIn('exams.keep')).toContain('noordwind')
  await inNoordwind(() => updateEntries(to))
  expect(await dueIn('exams.tell_provider')).toEqual(['examenhuis'])
  expect((await mails()).map(({ text }) => /\): (.*)/.exec(text)![1])).toEqual(['op een ander tijdstip'])
  await admin.post(`/api/exams/moments/${to}/withdraw`, { reason: 'Zaal afgebrand' })
  const [off, ...none] = await mails()
  expect([off!.trigger, none]).toEqual(['exams.mail.cancelled', []])
  expect(off!.text).toContain('vervallen, het moment gaat niet door')
  const file = await calendarOf(off!)
  expect(file).toContain('METHOD:CANCEL')
  expect(file).toMatch(/\r\nORGANIZER;CN="Examenhuis.*":mailto:.+@/)
  expect(file).toContain('STATUS:CANCELLED')
})

it('mails cancellations separately from other changes', async () => {
  const id = await moment()
  const [a] = people as [number]
  await inNoordwind(() => exams.hold('told:cancelled', id, [a], soon()))
  await inNoordwind(() => exams.confirm('told:cancelled'))
  await mails()
  await inNoordwind(() => exams.release('told:cancelled'))
  const [cancelled, ...none] = await mails()
  expect([cancelled!.trigger, cancelled!.to, none]).toEqual(['exams.mail.cancelled', 'planning@examenhuis.example', []])
  expect(cancelled!.text).toContain('(Noordwind): geannuleerd')
})

it('sends nothing when the platform gives the exam or there is no address, also not later', async () => {
  const [a] = people as [number]
  const own = await moment(null)
  await inNoordwind(() => exams.hold('told:3', own, [a], soon()))
  await inNoordwind(() => exams.confirm('told:3'))
  expect(await mails()).toEqual([])
  const setting = (value: string | null) =>
    app.asSystem(() =>
      db
        .from('core_company_settings')
        .where({ company_id: house, plugin: 'companies' })
        .update({ chosen: db.raw(`chosen || jsonb_build_object('exam_mail_application', ?::text)`, [value]) }),
    )
  const id = await moment()
  await setting(null)
  await inNoordwind(() => exams.hold('told:4', id, [a], soon()))
  await inNoordwind(() => exams.confirm('told:4'))
  expect(await mails()).toEqual([])
  await setting('planning@examenhuis.example')
  expect(await mails()).toEqual([])
  // An erased person is in no news any more.
  await inNoordwind(() => exams.release('told:4'))
  await inNoordwind(() => db.from('exams_entries').where('key', 'told:4').delete())
  expect(await mails()).toEqual([])
})

it('deletes news after two months', async () => {
  const { deleteOldNews } = await import('#plugins/exams/server/services/update_entries')
  const kept = () => app.asSystem(async () => Number((await db.from('exams_news').count('* as n').first())!.n))
  expect(await dueIn('exams.forget_news')).toEqual([])
  const before = await kept()
  const [{ id }] = await app.asSystem(() => db.from('exams_news').orderBy('id').limit(1).select('id'))
  await app.asSystem(() =>
    db
      .from('exams_news')
      .where('id', id)
      .update({ at: new Date(Date.now() - 61 * 86_400_000) }),
  )
  expect(await dueIn('exams.forget_news')).toEqual(['noordwind'])
  await inNoordwind(deleteOldNews)
  expect(await kept()).toBe(before - 1)
  expect(await dueIn('exams.forget_news')).toEqual([])
})
