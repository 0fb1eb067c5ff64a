import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { signInAs, testApp } from '#core/testing/app'
import { ofStep, participationIn, participations, readUntil, steps } from './journey.js'

const OFFSHORE = 'Introductie offshore wind'

it('shows in the list and on the course page, before the language is chosen, that quizzes need a computer, and the next step', async () => {
  await testApp()
  const client = await signInAs('leerling@noordwind.example')
  const id = await participationIn(client, OFFSHORE)
  const listed = (await client.get(participations)).body.data.find((one: { id: number }) => one.id === id)
  const [first] = await steps(client, id)
  expect(listed).toMatchObject({
    status: 'registered',
    needs_computer: true,
    next: { id: first!.id, type: 'richtext' },
    waiting_until: null,
  })
  expect((await client.get(`${participations}/${id}`)).body.data).toMatchObject({ language: null, needs_computer: true })
  const all = (await steps(client, id)) as unknown as { minutes: number }[]
  expect(listed.minutes_left).toBe(all.reduce((sum, { minutes }) => sum + minutes, 0))
})

it('lets people read past a quiz if the course allows it, and gives a phone a next step that it can do', async () => {
  await testApp()
  expect(await readFile(new URL('../courses/offshore-introductie/course.md', import.meta.url), 'utf8')).toMatch(
    /^read_past_quizzes: true$/m,
  )
  const client = await signInAs('leerling@bouwmeester.example')
  const id = await participationIn(client, OFFSHORE)
  await client.post(`${participations}/${id}/language`, { language: 'nl', birthdate: '1998-05-14' })
  const quiz = await readUntil(client, id, 'quiz')
  const course = (await client.get(`${participations}/${id}`)).body.data
  expect(course).toMatchObject({ next_activity: quiz.id, reads_past_quizzes: true })
  const text = (await steps(client, id)).find((step) => step.id === course.next_on_phone)!
  expect(text.type).toBe('richtext')
  expect((await client.post(`${ofStep(id, text)}/complete`)).status).toBe(200)
  // The next quiz is still locked by the first.
  const later = (await steps(client, id)).filter((step) => step.type === 'quiz')[1]!
  expect((await client.post(`${ofStep(id, later)}/attempts`)).body.code).toBe('activity_locked')
})

it('mails people the link to their own course, once in ten minutes', async () => {
  const app = await testApp()
  const { default: db } = await import('@adonisjs/lucid/services/db')
  const client = await signInAs('leerling@noordwind.example')
  const id = await participationIn(client, 'Werken op hoogte')
  const mails = () =>
    app.asSystem(async () => db.from('core_mail_outbox').where('trigger', 'learning.mail.link').select('to_email', 'payload'))
  const both = await Promise.all([client.post(`${participations}/${id}/link`), client.post(`${participations}/${id}/link`)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 429])
  const { body } = both.find(({ status }) => status === 429)!
  expect(body.code).toBe('link_mailed_just_now')
  expect(body.retry_after ?? body.details?.retry_after).toBeGreaterThan(500)
  expect(await mails()).toEqual([{ to_email: 'leerling@noordwind.example', payload: { participationId: id } }])
  const { linkMailValues } = await import('../server/services/mail_link.js')
  const values = await app.asSystem(() => linkMailValues({ participationId: id }))
  expect(values.course).toBe('Werken op hoogte')
  expect(new URL(values.actionUrl!).pathname).toBe(`/deelnemer/training/${id}`)
  // After the pause it can be mailed again.
  await app.asSystem(async () =>
    db
      .from('learning_participations')
      .where('id', id)
      .update({ link_mailed_at: new Date(Date.now() - 11 * 60_000) }),
  )
  expect((await client.post(`${participations}/${id}/link`)).status).toBe(200)
  expect(await mails()).toHaveLength(2)
  // Another person's participation is not found.
  expect((await (await signInAs('leerling@bouwmeester.example')).post(`${participations}/${id}/link`)).status).toBe(404)
})
