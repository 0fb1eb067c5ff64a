import { expect, it } from 'vitest'
import { signInAs, testApp } from '#core/testing/app'

const app = await testApp()

it('exports the external courses of a person, and erases them with the person', async () => {
  const { exportPersonalData, erasePersonalData } = await import('../server/services/personal_data.js')
  const manager = await signInAs('beheerder@noordwind.example')
  const [person] = (await manager.get('/api/core/people?role=leerling')).body.data
  const body = { name: 'Personal', membership_id: person.id, status: 'passed', valid_until: '2031-01-31' }
  const { id } = (await manager.post('/api/external_courses/courses', body)).body.data
  const given = await app.inCompany('noordwind', () => exportPersonalData(person.id))
  expect(given.external_courses).toContainEqual(expect.objectContaining({ name: 'Personal', valid_until: '2031-01-31' }))
  await app.inCompany('noordwind', () => erasePersonalData(person.id))
  expect(await app.inCompany('noordwind', () => exportPersonalData(person.id))).toEqual({ external_courses: [], attachments: [] })
  expect((await manager.get(`/api/external_courses/courses/${id}`)).status).toBe(404)
})
