import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { ParticipationFacts } from '#plugins/learning/contract/index'

const REGISTERED = '2026-01-05T08:00:00.000Z'
const PASSED = '2026-01-09T15:30:00.000Z'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let membershipId: number
let record: typeof import('../server/services/course_record.js')
let privacy: typeof import('../server/services/personal_data.js')

beforeAll(async () => {
  app = await testApp()
  // Services are available only after the application started.
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  record = await import('../server/services/course_record.js')
  privacy = await import('../server/services/personal_data.js')
  membershipId = await app.inCompany(
    'bouwmeester',
    async () => (await db.from('core_memberships').where('role', 'beheerder').firstOrFail()).id,
  )
})

const facts = (participationId: number, member = membershipId): ParticipationFacts => ({
  participationId,
  membershipId: member,
  courseId: 1,
  courseVersionId: 1,
  courseName: { nl: 'Werken op hoogte', en: 'Working at height' },
})
const passed = (id: number) =>
  record.recordPassed({ ...facts(id), language: 'nl', grade: 85, passedAt: PASSED, certificateValidMonths: null })
const rowsOf = (id: number) => db.from('people_courses').where('participation_id', id)

describe('courses of a participant', () => {
  it('counts once, whatever the order and number of deliveries', async () => {
    await app.inCompany('bouwmeester', async () => {
      await passed(900_001)
      await record.recordRegistered({ ...facts(900_001), registeredAt: REGISTERED })
      await record.recordStarted({ ...facts(900_001), language: 'nl', startedAt: REGISTERED, expiresAt: '2026-06-01T00:00:00.000Z' })
      await passed(900_001)
      const rows = await rowsOf(900_001)
      expect(rows).toHaveLength(1)
      expect(rows[0]).toMatchObject({ status: 'passed', grade: 85, registered_at: new Date(REGISTERED), finished_at: new Date(PASSED) })
    })
    const supervisor = await signInAs('beheerder@bouwmeester.example')
    const { body } = await supervisor.get(`/api/people/participants/${membershipId}`)
    expect(body.data).toMatchObject({ courses: 1, passed: 1 })
    expect(body.data.course_list[0]).toMatchObject({ name: 'Werken op hoogte', status: 'passed', grade: 85 })
  })

  it('shows an expired course as expired', async () => {
    await app.inCompany('bouwmeester', () =>
      record.recordStarted({ ...facts(900_002), language: 'nl', startedAt: REGISTERED, expiresAt: '2026-02-01T00:00:00.000Z' }),
    )
    const supervisor = await signInAs('beheerder@bouwmeester.example')
    const { body } = await supervisor.get(`/api/people/participants/${membershipId}`)
    const course = body.data.course_list.find((item: { participation_id: number }) => item.participation_id === 900_002)
    expect(course.status).toBe('expired')
  })

  it('stores the end that learning sends, and never goes back in status', async () => {
    await app.inCompany('bouwmeester', async () => {
      await record.recordStarted({ ...facts(900_013), language: 'nl', startedAt: REGISTERED, expiresAt: '2027-06-01T00:00:00.000Z' })
      await record.recordExpired({ ...facts(900_013), expiredAt: '2026-02-01T00:00:00.000Z' })
      expect((await rowsOf(900_013))[0]).toMatchObject({
        status: 'busy',
        registered_at: new Date(REGISTERED),
        expires_at: new Date('2026-02-01T00:00:00.000Z'),
      })
      await rowsOf(900_013).delete()
    })
  })

  it('adds nothing for a person who has left', async () => {
    await app.inCompany('bouwmeester', async () => {
      await record.recordRegistered({ ...facts(900_003, 99_999_999), registeredAt: REGISTERED })
      expect(await rowsOf(900_003)).toEqual([])
    })
  })

  it('exports and erases the data of a person, in their company only', async () => {
    await app.inCompany('noordwind', async () => {
      expect(await privacy.exportPersonalData(membershipId)).toEqual({ courses: [], lines: [], imports: [], work: null })
      await privacy.erasePersonalData(membershipId)
    })
    await app.inCompany('bouwmeester', async () => {
      expect(((await privacy.exportPersonalData(membershipId)).courses as unknown[]).length).toBe(2)
      await privacy.erasePersonalData(membershipId)
      expect(await privacy.exportPersonalData(membershipId)).toEqual({ courses: [], lines: [], imports: [], work: null })
    })
  })
})
