import { beforeAll, describe, expect, it } from 'vitest'
import { signInAs, testApp, type TestApp } from '#core/testing/app'

// What the identify call returns about the participant's current course (specification, section 3).

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  await app.settle()
})

const OLD = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0.0.0 Safari/537.36'
const NEW = OLD.replace('90.0', '140.0')

describe('identify', () => {
  it('returns the course that a participant began last, and warns of a browser that may not work in it', async () => {
    const participant = await signInAs('leerling@noordwind.example')
    const supervisor = await signInAs('beheerder@noordwind.example')
    const ids: number[] = await app.inCompany('noordwind', async () => {
      const { id } = await db.from('kit_members').where('email', 'leerling@noordwind.example').firstOrFail()
      const rows = await db.from('learning_participations').where('membership_id', id).orderBy('id').select('id')
      await db.from('learning_participations').where('membership_id', id).where('status', 'busy').update({ status: 'expired' })
      return rows.map((row) => row.id as number)
    })
    const identify = async (agent: string, who = participant) => {
      const { has_browser_alert: alert, current_course_shortname: course } = (await who.get('/user/identify', { 'user-agent': agent })).body
      return { alert, course }
    }
    expect(await identify(OLD)).toEqual({ alert: 0, course: null })
    const begin = (id: number, at: string) =>
      app.inCompany('noordwind', async () => {
        await db.from('learning_participations').where('id', id).update({ status: 'busy', started_at: at })
        const of = db.from('learning_courses').whereIn('id', db.from('learning_participations').where('id', id).select('course_id'))
        return (await of.select('shortname').firstOrFail()).shortname as string
      })
    const first = await begin(ids[0]!, '2026-01-02T10:00:00Z')
    expect(await identify(NEW)).toEqual({ alert: 0, course: first })
    expect(await identify(OLD)).toEqual({ alert: 1, course: first })
    const second = await begin(ids[1]!, '2026-01-03T10:00:00Z')
    expect(await identify(OLD)).toEqual({ alert: 1, course: second })
    // For a person without a course, the page itself shows a general warning.
    expect(await identify(OLD, supervisor)).toEqual({ alert: 0, course: null })
    const page = (await participant.get('/deelnemer/trainingen', { 'user-agent': OLD })).body as string
    expect(page).toContain('"has_browser_alert":1')
  })
})
