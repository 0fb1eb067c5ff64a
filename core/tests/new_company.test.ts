import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { type TestCompany, createCompany, createParticipants, createSupervisor } from '#core/testing/factories'

// Two companies created a moment ago, side by side: what a buyer sees on the first day.

let app: TestApp
let companies: TestCompany[]
beforeAll(async () => {
  app = await testApp()
  companies = [await createCompany(), await createCompany()]
})

describe('a new company', () => {
  it('has its own sign-in page and shows its supervisor only the people of that company', async () => {
    for (const [index, { loginId, name }] of companies.entries()) {
      const people = await createParticipants(loginId, [{ lastname: `Eigen ${index}` }, { lastname: `Eigen ${index}` }])
      const { email, id } = await createSupervisor(loginId, { signsIn: true })
      const identity = await app.visitor().get(`/public/register/login_identity/${loginId}`)
      expect(identity.body).toMatchObject({ company: { company_name: name } })
      const supervisor = await signInAs(email, undefined, loginId)
      const { data } = (await supervisor.get('/api/people/participants?per_page=100')).body
      expect(data.map((row: { id: number }) => row.id).sort()).toEqual([...people, id].sort())
    }
  })

  it('does not let people of the other company sign in', async () => {
    const { email } = await createSupervisor(companies[0]!.loginId, { signsIn: true })
    await expect(signInAs(email, undefined, companies[1]!.loginId)).rejects.toThrow('401')
  })

  it('has the plugins that it was given and answers 404 for the others', async () => {
    const { loginId } = await createCompany({ plugins: ['learning', 'certificates', 'people'] })
    const { email } = await createSupervisor(loginId, { signsIn: true })
    const supervisor = await signInAs(email, undefined, loginId)
    expect((await supervisor.get('/api/people/participants')).status).toBe(200)
    expect((await supervisor.get('/api/groups/groups')).status).toBe(404)
  })
})
