import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { type TestApp, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'
import { createCompany, createParticipant } from '#core/testing/factories'

// Mails about due days: sent once per participation, kind and day, even if a job runs twice or is interrupted.

const DAY = '2031-03-10'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let mails: typeof import('../server/following/reminders.js')
let person: number
let course: number

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  mails = await import('../server/following/reminders.js')
  person = await member('herinnering')
  course = (await app.asSystem(() => db.from('learning_courses').orderBy('id').firstOrFail())).id
})

const member = async (name: string, membership: Record<string, unknown> = {}): Promise<number> =>
  (await createParticipant('bouwmeester', { email: `${name}@due.example`, firstname: 'Ina', lastname: 'Tijd', membership })).id

/** Assigns the course with this due day. @returns the participation */
async function due(day: string, of = person): Promise<number> {
  return app.inCompany('bouwmeester', async () => {
    await db.from('learning_participations').where('membership_id', of).update({ status: 'cancelled' })
    const { register } = await import('../server/services/participation_service.js')
    const id = await register(of, course, 'assigned')
    await db.from('learning_participations').where('id', id).update({ due_at: day })
    return id
  })
}
const inCompany = <T>(fn: () => Promise<T>) => app.inCompany('bouwmeester', fn)
const sent = (like: string, to = person) =>
  app.asSystem(async () => (await db.from('core_mail_outbox').where('trigger', `learning.mail.${like}`).where('membership_id', to)).length)

describe('the reminder jobs', () => {
  it('run in companies with a due day that is near or past, and not in others', async () => {
    await app.asSystem(() => db.from('learning_participations').update({ due_at: null }))
    const id = await due(today())
    for (const [days, near, past] of [
      [-3, [], ['bouwmeester']],
      // Whether a digest is due today depends on the hour, because a company's days begin by its own time zone.
      [0, ['bouwmeester'], null],
      [7, ['bouwmeester'], []],
      [30, [], []],
    ] as const) {
      await app.asSystem(() =>
        db
          .from('learning_participations')
          .where('id', id)
          .update({ due_at: addDays(today(), days) }),
      )
      expect(await dueIn('learning.remind_due'), String(days)).toEqual(near)
      if (past) expect(await dueIn('learning.overdue_digest'), String(days)).toEqual(past)
    }
    await app.asSystem(() =>
      db
        .from('learning_participations')
        .where('id', id)
        .update({ due_at: addDays(today(), -3) }),
    )
    await inCompany(() => mails.digestOverdue())
    expect(await dueIn('learning.overdue_digest')).toEqual([])
    await app.asSystem(() => db.from('learning_participations').where('id', id).update({ status: 'cancelled' }))
  })
})

describe('reminders', () => {
  it('are sent seven days and one day before, once each', async () => {
    await due(DAY)
    const seen: [number, number][] = []
    for (const before of [8, 7, 7, 6, 2, 1, 1, 0, -1]) {
      await inCompany(() => mails.remindOfDue(addDays(DAY, -before)))
      seen.push([await sent('due_week'), await sent('due_day')])
    }
    expect(seen).toEqual([
      [0, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 1],
    ])
  })

  it('are not sent by a company that turned them off', async () => {
    const { id: company, loginId } = await createCompany()
    await app.asSystem(() =>
      db.table('core_company_settings').insert({ company_id: company, plugin: 'learning', chosen: JSON.stringify({ mail_due: false }) }),
    )
    const { id: member } = await createParticipant(loginId)
    await app.inCompany(loginId, async () => {
      const { register } = await import('../server/services/participation_service.js')
      const id = await register(member, course, 'assigned')
      await db.from('learning_participations').where('id', id).update({ due_at: DAY })
      await mails.remindOfDue(addDays(DAY, -1))
    })
    expect(await sent('due_day', member)).toBe(0)
    await app.asSystem(() => db.from('core_company_settings').where('company_id', company).delete())
    await app.asSystem(() => db.from('core_companies').where('id', company).update({ updated_at: new Date() }))
    await app.inCompany(loginId, () => mails.remindOfDue(addDays(DAY, -1)))
    expect(await sent('due_day', member)).toBe(1)
  })

  it('are sent again for another due day, and by only one of several concurrent runs', async () => {
    const id = await due(addDays(DAY, 30))
    const before = await sent('due_day')
    await Promise.all([1, 2, 3, 4].map(() => inCompany(() => mails.remindOfDue(addDays(DAY, 29)))))
    expect(await sent('due_day')).toBe(before + 1)
    await inCompany(() =>
      db
        .from('learning_participations')
        .where('id', id)
        .update({ due_at: addDays(DAY, 44) }),
    )
    await inCompany(() => mails.remindOfDue(addDays(DAY, 43)))
    expect(await sent('due_day')).toBe(before + 2)
  })

  it('contain the day in words and a link to the course', async () => {
    const id = await due('2031-12-05')
    const values = await inCompany(() => mails.reminderValues({ participationId: id, dueAt: '2031-12-05' }))
    expect(values.due).toBe('vrijdag 5 december')
    expect(values.actionUrl).toMatch(new RegExp(`/deelnemer/training/${id}$`))
  })

  it('are not sent to inactive people, to people who passed, or in companies that turned these mails off', async () => {
    const away = await member('weg', { status: 'inactive' })
    await app.asSystem(() => db.from('core_memberships').where('id', away).update({ status: 'active' }))
    await due(addDays(DAY, 60), away)
    await app.asSystem(() => db.from('core_memberships').where('id', away).update({ status: 'inactive' }))
    await inCompany(() => mails.remindOfDue(addDays(DAY, 59)))
    expect(await sent('due_day', away)).toBe(0)
    const done = await member('klaar')
    const id = await due(addDays(DAY, 60), done)
    await inCompany(() => db.from('learning_participations').where('id', id).update({ status: 'passed' }))
    await inCompany(() => mails.remindOfDue(addDays(DAY, 59)))
    expect(await sent('due_day', done)).toBe(0)
    const quiet = await member('stil')
    await due(addDays(DAY, 60), quiet)
    const direct = (no: boolean) =>
      app.asSystem(() => db.from('core_companies').where('login_id', 'bouwmeester').update({ no_direct_communication: no }))
    await direct(true)
    await inCompany(() => mails.remindOfDue(addDays(DAY, 59)))
    await direct(false)
    await inCompany(() => mails.remindOfDue(addDays(DAY, 59)))
    expect(await sent('due_day', quiet)).toBe(0)
  })
})

describe('the overdue digest', () => {
  it('is sent to each supervisor once, in one mail, and again for the next overdue course', async () => {
    const supervisor = await app.asSystem(async () => {
      const company = await db.from('core_companies').where('login_id', 'bouwmeester').firstOrFail()
      return (await db.from('core_memberships').where({ company_id: company.id, role: 'beheerder' }).orderBy('id').firstOrFail())
        .id as number
    })
    const late = '2031-06-02'
    await due(late)
    // First sends digests for the demo data that is overdue by then.
    await inCompany(() => mails.digestOverdue(late))
    const before = await sent('overdue', supervisor)
    await inCompany(() => mails.digestOverdue(late))
    expect(await sent('overdue', supervisor)).toBe(before)
    await Promise.all([1, 2, 3].map(() => inCompany(() => mails.digestOverdue(addDays(late, 1)))))
    expect(await sent('overdue', supervisor)).toBe(before + 1)
    await inCompany(() => mails.digestOverdue(addDays(late, 2)))
    expect(await sent('overdue', supervisor)).toBe(before + 1)
    const mail = await app.asSystem(() =>
      db
        .from('core_mail_outbox')
        .where({ trigger: 'learning.mail.overdue', membership_id: supervisor })
        .orderBy('id', 'desc')
        .firstOrFail(),
    )
    expect(mail.payload.count).toBe(1)
    const values = await inCompany(() => mails.digestValues(mail.payload))
    expect(values.people).toContain('Ina Tijd: ')
    expect(values.people).toContain('maandag 2 juni')
    // Names of other people are not stored in the outbox, because erasing them would not look there.
    await app.settle()
    const kept = await app.asSystem(() => db.from('core_mail_outbox').where('id', mail.id).firstOrFail())
    expect(JSON.stringify([kept.html, kept.text, kept.subject])).not.toContain('Ina Tijd')
  })
})

describe('the reminders that a course is set up with', () => {
  const run = async () => {
    const { remindOfCourses } = await import('../server/following/course_reminders.js')
    expect(await dueIn('learning.remind_courses')).toContain('bouwmeester')
    await inCompany(remindOfCourses)
  }
  const kinds = ['not_opened', 'not_done', 'before_expiry'] as const
  const counts = async (of: number) => Promise.all(kinds.map((kind) => sent(kind, of)))
  /** A new person's participation that started this many days ago; the course has reminders after 7, 21 and 7 days (werken-op-hoogte). */
  async function underway(name: string, changes: Record<string, unknown>): Promise<{ who: number; id: number }> {
    const who = await member(name)
    const [{ id: asked }] = await app.asSystem(() => db.from('learning_courses').where('shortname', 'werken-op-hoogte').select('id'))
    return inCompany(async () => {
      const { register } = await import('../server/services/participation_service.js')
      const id = await register(who, asked, 'assigned')
      await db.from('learning_participations').where('id', id).update(changes)
      return { who, id }
    })
  }
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  const again = (id: number) =>
    inCompany(() =>
      db
        .from('learning_due_mails')
        .where('participation_id', id)
        .update({ at: ago(4) }),
    )

  it('are sent when nothing was opened, when the course is not done, and before access ends: once each', async () => {
    const fresh = await underway('vers', { registered_at: ago(6) })
    const idle = await underway('ongeopend', { registered_at: ago(8) })
    const slow = await underway('bezig', { registered_at: ago(30), language: 'nl', status: 'busy', started_at: ago(22) })
    const ending = await underway('bijna', {
      registered_at: ago(40),
      language: 'nl',
      status: 'busy',
      started_at: ago(5),
      expires_at: ago(-5),
    })
    const old = await underway('oud', { registered_at: ago(90) })
    await Promise.all([run(), run(), run()])
    await run()
    expect(await Promise.all([fresh, idle, slow, ending, old].map(({ who }) => counts(who)))).toEqual([
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0, 0, 0],
    ])
    // Extended access has another end date, which leads to another reminder.
    await again(ending.id)
    await inCompany(() =>
      db
        .from('learning_participations')
        .where('id', ending.id)
        .update({ expires_at: ago(-6) }),
    )
    await run()
    expect(await counts(ending.who)).toEqual([0, 0, 2])
    const values = await inCompany(() => mails.reminderValues({ participationId: slow.id, dueAt: '2031-12-05' }))
    expect(values.course).toBe('Werken op hoogte')
  })

  it('are never sent twice within three days, nor for a finished course', async () => {
    const both = await underway('samen', {
      language: 'nl',
      status: 'busy',
      registered_at: ago(30),
      started_at: ago(22),
      expires_at: ago(-3),
    })
    await run()
    expect(await counts(both.who)).toEqual([0, 1, 0])
    await again(both.id)
    await run()
    expect(await counts(both.who)).toEqual([0, 1, 1])
    const done = await underway('gehaald', { language: 'nl', status: 'passed', started_at: ago(22), expires_at: ago(-3) })
    const out = await underway('verlopen', { language: 'nl', status: 'busy', started_at: ago(22), expires_at: ago(1) })
    await run()
    expect([await counts(done.who), await counts(out.who)]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ])
  })
})
