import { beforeAll, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { signInSupervisor, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createCompany, createParticipant, type TestCompany, type TestMember } from '#core/testing/factories'
import type { RuleDraft } from '../contract/definition.js'

// Dates of a person that rules count from, as stored in the database.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let company: TestCompany
let supervisor: TestClient
let courses: number[]
let field: number
let made = 0

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  company = await createCompany()
  supervisor = await signInSupervisor(company.loginId)
  const asked = {
    company_id: company.id,
    label: JSON.stringify({ nl: 'In dienst' }),
    kind: 'date',
    options: [],
    required: false,
    position: 0,
  }
  ;[{ id: field }] = await app.asSystem(() => db.table('core_registration_fields').insert(asked).returning('id'))
  courses = (await supervisor.get('/api/flows/options')).body.data.courses.map(({ id }: { id: number }) => id)
})

type Line = { steps: { state: string; reason: string; starts_on: string | null; due_on: string | null }[]; stuck: string | null }

/** A flow whose first training is started by this rule, with one person in it. @returns a function that loads the state of that training */
async function withRule(rule: Partial<RuleDraft>, member: TestMember) {
  made += 1
  const [a, b] = courses as [number, number]
  const definition = {
    steps: [a, b].map((course) => ({ key: `c${course}`, course, due_days: null, optional: false })),
    rules: [
      { step: `c${a}`, type: 'anchor', ...rule },
      { step: `c${b}`, type: 'status', other: `c${a}`, when: 'finished' },
    ],
    ...{ finish: null, expired: 'restart', skip_held: true, repeat_months: null },
  }
  const body = { name: `Anchor ${made}`, active: true, groups: [], definition }
  const { status, body: answer } = await supervisor.post('/api/flows/flows', body)
  expect(status).toBe(201)
  await supervisor.post(`/api/flows/flows/${answer.data.id}/people`, { members: [member.id], groups: [], emails: [] })
  return async () => {
    const { updateFlows } = await import('#plugins/flows/server/services/clock')
    await app.asSystem(() => db.from('flows_people').where('membership_id', member.id).whereNotNull('look_on').update({ look_on: today() }))
    await app.inCompany(company.loginId, updateFlows)
    const [line] = (await supervisor.get(`/api/flows/persons/${member.id}`)).body.data as Line[]
    return line!.steps[0]!
  }
}
const change = (member: TestMember, columns: object) =>
  app.asSystem(() => db.from('core_memberships').where('id', member.id).update(columns))
const at = (day: string) => new Date(`${day}T12:00:00Z`)

it('counts from joining the company', async () => {
  const member = await createParticipant(company.loginId)
  await change(member, { created_at: at(addDays(today(), -3)) })
  const first = await withRule({ anchor: 'joined_company', days: 5 }, member)
  expect(await first()).toMatchObject({ state: 'not_started', starts_on: addDays(today(), 2) })
  await change(member, { created_at: at(addDays(today(), -5)) })
  expect(await first()).toMatchObject({ state: 'started' })
})

it('counts from the first sign-in, which is unknown before it happens', async () => {
  const member = await createParticipant(company.loginId)
  const first = await withRule({ anchor: 'first_sign_in', days: 0 }, member)
  expect(await first()).toMatchObject({ reason: 'waits_sign_in', starts_on: null })
  await change(member, { first_seen_at: new Date() })
  expect(await first()).toMatchObject({ state: 'started' })
})

it('counts from a profile date: missing, not a date, and filled in', async () => {
  const member = await createParticipant(company.loginId)
  const answer = (value: string) =>
    app.asSystem(() =>
      db
        .from('core_memberships')
        .where('id', member.id)
        .update({ extra_info: JSON.stringify({ [field]: value }) }),
    )
  const first = await withRule({ anchor: 'profile', field, days: -2 }, member)
  expect(await first()).toMatchObject({ reason: 'waits_profile' })
  await answer('binnenkort')
  expect(await first()).toMatchObject({ reason: 'waits_profile' })
  await answer(addDays(today(), 10))
  expect(await first()).toMatchObject({ reason: 'waits_until', starts_on: addDays(today(), 8) })
  await answer(addDays(today(), 2))
  expect(await first()).toMatchObject({ state: 'started' })
})

it('never starts for a profile date that is as far away as a date can be', async () => {
  const member = await createParticipant(company.loginId)
  await change(member, { extra_info: JSON.stringify({ [field]: '9999-12-31' }) })
  const first = await withRule({ anchor: 'profile', field, days: 3650 }, member)
  expect(await first()).toMatchObject({ reason: 'waits_until', starts_on: '9999-12-31' })
})

it('counts from the end of the last certificate, ignoring revoked ones', async () => {
  const member = await createParticipant(company.loginId)
  const certify = (until: string, over: object = {}) => {
    made += 1
    return app.asSystem(() =>
      db.table('certificates_certificates').insert({
        ...{
          company_id: company.id,
          membership_id: member.id,
          participation_id: 800_000 + made,
          course_id: courses[0],
          course_version_id: 1,
        },
        ...{ number: `A-${made}`, token: `anchors-${made}`, language: 'nl', company_name: 'N', person_name: 'P', course_name: 'C' },
        ...{ issued_at: new Date(), valid_until: until, ...over },
      }),
    )
  }
  const first = await withRule({ anchor: 'certificate_end', course: courses[0]!, days: -60 }, member)
  expect(await first()).toMatchObject({ reason: 'waits_certificate' })
  await certify(addDays(today(), 400), { revoked_at: new Date() })
  expect(await first()).toMatchObject({ reason: 'waits_certificate' })
  await certify(addDays(today(), 70))
  await certify(addDays(today(), 20))
  expect(await first()).toMatchObject({ reason: 'waits_until', starts_on: addDays(today(), 10) })
  await app.asSystem(() =>
    db
      .from('certificates_certificates')
      .where({ membership_id: member.id })
      .update({ valid_until: addDays(today(), 60) }),
  )
  // The certificate is still valid, and the training that renews it starts all the same.
  expect(await first()).toMatchObject({ state: 'started' })
})
