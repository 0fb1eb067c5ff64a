import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'
import type { TestClient } from '#core/testing/client'
import { isReviewed } from '#core/testing/generated_ids'

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let member: { id: number; company_id: number; email: string }
beforeAll(async () => {
  app = await testApp()
  await app.settle()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  member = await app.inCompany('noordwind', () => db.from('kit_members').where('email', 'leerling@noordwind.example').firstOrFail())
})

const membership = (values: object) => app.asSystem(() => db.from('core_memberships').where('id', member.id).update(values))
const company = (values: object) => app.asSystem(() => db.from('core_companies').where('id', member.company_id).update(values))
const DEFAULTS = { status: 'active', receive_emails: true, mail_choices: '{}', role: 'leerling', forward_emails_to: null }
async function reset() {
  await membership(DEFAULTS)
  await company({ no_direct_communication: false })
}

// Reviewed by people: these mails are sent whatever the preferences. All concern the account or were requested directly.
const ALWAYS = [
  'core.mail.address_given',
  'core.mail.code_ended',
  'core.mail.email_change_new',
  'core.mail.email_change_old',
  'core.mail.email_changed',
  'core.mail.invitation',
  'core.mail.own_data_ready',
  'core.mail.password_changed',
  'core.mail.reset_code',
  'core.mail.retention_warning',
  'core.mail.second_factor_off',
  'core.mail.second_factor_on',
  'core.mail.verify_code',
  'learning.mail.link',
  'lti.mail.linked',
  // To the admin who planned it, who is no company's member. They end the plan where they read about it.
  'reports.mail.planned',
]

/** Data that some mails need first: that the mail concerns something of this person. */
const FACTS: Record<string, object> = {
  'booking.mail.exam_booked': { key: 'booking:B1', status: 'waiting', from: null },
  'booking.mail.exam_confirmed': { key: 'booking:B1', status: 'confirmed' },
  'booking.mail.exam_refused': { key: 'booking:B1', status: 'refused' },
  'exams.mail.candidate': { key: 'booking:B1', status: 'waiting' },
  'booking.mail.adjusted': { bookedBy: 1, membershipId: 2, by: 3 },
  'booking.mail.moved': { bookedBy: 1, membershipIds: [2, 3] },
  'booking.mail.cancelled': { bookedBy: 1, membershipIds: [2, 3], part: 'exam' },
  'seat_keys.mail.ready': { bookedBy: 1, byKeys: true },
}

class Undo extends Error {}

/** How a mail would be delivered, without sending it: `mail`, `app`, `both`, or null. */
async function way(trigger: string, to: object): Promise<string | null> {
  const { sendMail } = await import('#core/mail/mail_service')
  let found: string | null = null
  await app
    .inCompany('noordwind', () =>
      db.transaction(async (trx) => {
        const written = await sendMail(trx, trigger, { to: to as never, payload: { membershipId: member.id, ...FACTS[trigger] } })
        const row = written ? await trx.from('core_mail_outbox').where({ trigger }).orderBy('id', 'desc').firstOrFail() : null
        found = row && (row.by_mail && row.in_app ? 'both' : row.by_mail ? 'mail' : 'app')
        throw new Undo()
      }),
    )
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
  return found
}

describe('the delivery rules of every declared mail', () => {
  const ways = async () => {
    const { pluginRegistry } = await import('#core/plugins/registry')
    const found: Record<string, (string | null)[]> = {}
    for (const { trigger } of pluginRegistry().mails)
      found[trigger] = [await way(trigger, { member: member.id }), await way(trigger, { email: member.email.toUpperCase(), name: 'S' })]
    return found
  }
  const all = async (expected: string | null) => {
    const found = await ways()
    for (const [trigger, each] of Object.entries(found)) {
      const wanted = ALWAYS.includes(trigger) ? 'mail' : expected
      expect([trigger, ...each]).toEqual([trigger, wanted, wanted])
    }
    expect(
      Object.keys(found)
        .filter((trigger) => ALWAYS.includes(trigger))
        .sort(),
    ).toEqual(ALWAYS)
    expect(Object.keys(found).length).toBeGreaterThan(ALWAYS.length + 5)
  }

  it('belong to a group with a name in both languages, never the id of the plugin', async () => {
    const { listTriggers } = await import('#core/mail/mail_words')
    const nameless = ['nl', 'en'].flatMap((language) =>
      listTriggers(language)
        .filter(({ plugin, group }) => group === plugin)
        .map(({ trigger }) => `${language}: ${trigger}`),
    )
    expect(nameless).toEqual([])
  })
  it('let every mail through to a recipient of all mail, by membership and by bare address alike', () => all('both'))
  it('send no mail to a person who wants none, and show it in the platform', async () => {
    await membership({ receive_emails: false })
    await all('app').finally(reset)
  })
  it('let nothing through to an inactive person', async () => {
    await membership({ status: 'inactive' })
    await all(null).finally(reset)
  })
  it('let nothing through to a participant of a company that informs them itself', async () => {
    await company({ no_direct_communication: true })
    await all(null).finally(reset)
  })
  it('forward mails that do not concern the account, unless a mail is sent to an address', async () => {
    await membership({ forward_emails_to: 'elders@noordwind.example' })
    const { addresseeOf } = await import('#core/mail/recipients')
    const to = (recipient: object, aboutAccount: boolean) =>
      app.inCompany('noordwind', async () => (await addresseeOf(recipient as never, { trigger: 'x', aboutAccount }))?.email)
    expect(await to({ member: member.id }, false)).toBe('elders@noordwind.example')
    expect(await to({ member: member.id }, true)).toBe(member.email)
    expect(await to({ email: member.email, name: 'S' }, false)).toBe(member.email)
    await reset()
    expect(await to({ email: 'nobody@elders.example', name: 'N' }, false)).toBe('nobody@elders.example')
  })
  it('find nobody of another company', async () => {
    const stranger = await app.inCompany('bouwmeester', () => db.from('kit_members').orderBy('id').firstOrFail())
    expect(await way('certificates.mail.issued', { member: stranger.id })).toBeNull()
  })
})

const TRIGGER = 'certificates.mail.issued'
async function issue(): Promise<void> {
  const { emit } = await import('#core/events/outbox')
  const { pluginRegistry } = await import('#core/plugins/registry')
  const event = pluginRegistry().mails.find(({ trigger }) => trigger === TRIGGER)!.on!
  const row = await app.inCompany('noordwind', () =>
    db.from('certificates_certificates').whereNotNull('membership_id').orderBy('id', 'desc').firstOrFail(),
  )
  const facts = { certificateId: row.id, membershipId: member.id, participationId: row.participation_id, number: row.number }
  const whole = { ...facts, courseName: row.course_name, issuedAt: new Date().toISOString(), validUntil: null }
  await app.inCompany('noordwind', () => db.transaction((trx) => emit(trx, event as never, whole as never)))
  await app.settle()
}
const unread = async (client: TestClient) => (await client.get('/api/core/notifications/unread')).body.data.unread as number

describe('notifications', () => {
  let person: TestClient
  beforeAll(async () => {
    person = await signInAs('leerling@noordwind.example')
    await person.post('/api/core/notifications/read', {})
  })

  it('are listed with the mail and its link, and counted until they are read', async () => {
    await issue()
    expect(await unread(person)).toBe(1)
    const [first] = (await person.get('/api/core/notifications')).body.data
    expect(first).toMatchObject({ group: 'Certificaten', read: false })
    expect(first.subject).toMatch(/^Je certificaat voor /)
    expect(first.link).toMatch(/^\/[^/]/)
    for (const stranger of ['beheerder@noordwind.example', 'leerling@bouwmeester.example', 'admin@platform.example']) {
      const other = await signInAs(stranger)
      expect((await other.post('/api/core/notifications/read', { ids: [first.id] })).status).toBe(200)
      const { data } = (await other.get('/api/core/notifications')).body
      expect(data.map(({ id }: { id: number }) => id)).not.toContain(first.id)
    }
    expect(await unread(person)).toBe(1)
    expect((await person.post('/api/core/notifications/read', { ids: [first.id] })).body.data).toEqual({ unread: 0 })
  })

  // Reviewed by people: the kinds that a role can ever receive.
  const OF_PARTICIPANTS = [
    'booking.mail.cancelled',
    'booking.mail.confirmed',
    'booking.mail.course_cancelled',
    'booking.mail.exam_adjusted',
    'booking.mail.exam_booked',
    'booking.mail.exam_cancelled',
    'booking.mail.exam_confirmed',
    'booking.mail.exam_moved',
    'booking.mail.exam_refused',
    'booking.mail.payment_failed',
    'catalogue.mail.declined',
    'catalogue.mail.granted',
    'certificates.mail.issued',
    'core.mail.code_issued',
    'evaluations.mail.second',
    'exams.mail.candidate',
    'exams.mail.reminder',
    'external_courses.mail.approved',
    'external_courses.mail.denied',
    'external_courses.mail.refused',
    'flows.mail.finished',
    'flows.mail.step_started',
    'learning.mail.assigned',
    'learning.mail.before_expiry',
    'learning.mail.due_day',
    'learning.mail.due_week',
    'learning.mail.not_done',
    'learning.mail.not_opened',
    'learning.mail.regraded',
    'learning.mail.taken_back',
    'learning.mail.terms_changed',
    'marketing.mail.abandoned',
    'marketing.mail.campaign',
    'proctoring.mail.approved',
    'proctoring.mail.complaint_answered',
    'proctoring.mail.extra_time',
    'proctoring.mail.rejected',
    'skills.mail.mentor',
    'toolbox_meetings.mail.corrected',
    'waiting_list.mail.offer',
  ]

  it('offer preferences only for the kinds that the role can ever receive', async () => {
    const { pluginRegistry } = await import('#core/plugins/registry')
    const silent = pluginRegistry().mails.filter(({ aboutAccount, receivedBy }) => !aboutAccount && !receivedBy)
    expect(
      silent.map(({ trigger }) => trigger),
      'each mail that is not about the account says who receives it',
    ).toEqual([])
    const kindsOf = async (client: TestClient) =>
      ((await client.get('/api/core/notifications/choices')).body.data.choices as { trigger: string }[])
        .map(({ trigger }) => trigger)
        .sort()
    const own = (await kindsOf(person)).filter(isReviewed)
    expect(own).toEqual(OF_PARTICIPANTS)
    const supervisors = await kindsOf(await signInAs('beheerder@noordwind.example'))
    expect(supervisors).toContain('learning.mail.overdue')
    for (const kind of ['learning.mail.due_day', 'exams.mail.billing', 'support.mail.question']) expect(supervisors).not.toContain(kind)
  })

  it('follow the person’s choice per kind; the outbox contains only what was mailed', async () => {
    const before = (await person.get('/api/core/notifications/choices')).body.data
    const triggers = before.choices.map(({ trigger }: { trigger: string }) => trigger)
    expect(triggers).toContain(TRIGGER)
    for (const trigger of [...ALWAYS, 'learning.mail.overdue']) expect(triggers).not.toContain(trigger)
    const choose = (ways: object, updated_at = before.updated_at) => person.patch('/api/core/notifications/choices', { ways, updated_at })
    const saved = await choose({ [TRIGGER]: 'app' })
    expect(saved.status).toBe(200)
    expect((await choose({ [TRIGGER]: 'mail' })).status).toBe(409)
    for (const wrong of [
      { 'core.mail.reset_code': 'app' },
      { [TRIGGER]: 'pigeon' },
      { 'no.such': 'app' },
      'x',
      { [TRIGGER]: { toString: 0 } },
    ])
      expect((await choose(wrong as object, saved.body.data.updated_at)).status).toBe(422)
    const admin = await signInAs('admin@platform.example')
    expect((await admin.get('/api/core/notifications/choices')).body.data.choices).toEqual([])
    const theirs = { ways: {}, updated_at: before.updated_at }
    expect((await admin.patch('/api/core/notifications/choices', theirs)).status).toBe(403)
    const mailed = async () => (await admin.get('/api/mails')).body.meta.total as number
    const total = await mailed()
    await issue()
    expect([await unread(person), await mailed()]).toEqual([1, total])
    await membership({ mail_choices: JSON.stringify({ [TRIGGER]: 'mail' }) })
    await issue()
    expect([await unread(person), await mailed()]).toEqual([1, total + 1])
    await reset()
  })

  it('are deleted with their mail after the company’s number of days; a block of an address stays', async () => {
    const { removeOldMails, removeOldPlatformMails } = await import('#core/mail/clean')
    const all = () => app.inCompany('noordwind', () => db.from('core_mail_outbox').orderBy('id').select('id', 'membership_id'))
    const before = await all()
    // Another person's data: nothing of the erased person may be left in it.
    const kept = before.find(({ membership_id: of }) => of !== member.id)!
    await app.inCompany('noordwind', removeOldMails)
    await removeOldPlatformMails()
    expect(await all()).toEqual(before)
    const old = new Date(Date.now() - 181 * 86_400_000)
    await app.asSystem(() => db.from('core_mail_outbox').where('company_id', member.company_id).update({ created_at: old }))
    await app.asSystem(() => db.from('core_mail_outbox').where('id', kept.id).update({ holds: true, status: 'bounced' }))
    expect(await dueIn('core.mail.clean')).toEqual(['noordwind'])
    await app.inCompany('noordwind', removeOldMails)
    expect(await dueIn('core.mail.clean')).toEqual([])
    expect(await all()).toEqual([kept])
    expect((await person.get('/api/core/notifications')).body.data).toEqual([])
  })
})

describe('a company’s mail texts', () => {
  it('are offered and accepted only where the mail’s plugin is on; an invitation does not reveal an account', async () => {
    const admin = await signInAs('admin@platform.example')
    const { plugins } = await app.asSystem(() => db.from('core_companies').where('id', member.company_id).firstOrFail())
    const path = `/api/mails/texts/${TRIGGER}`
    const show = async () => (await admin.get(`${path}?language=nl`)).body.data
    const offered = async () => (await show()).companies.map(({ id }: { id: number }) => id)
    expect(await offered()).toContain(member.company_id)
    await company({ plugins: plugins.filter((plugin: string) => plugin !== 'certificates') })
    expect(await offered()).not.toContain(member.company_id)
    const { version } = await show()
    const words = { subject: 'Hoi {firstname}', body: 'Hoi {course}', action: null }
    const save = await admin.put(path, { company: member.company_id, language: 'nl', version, ...words })
    expect(save.status).toBe(404)
    await company({ plugins })
    const invitation = await admin.post('/api/mails/texts/core.mail.invitation/preview', {
      company: null,
      language: 'nl',
      subject: 'Hoi {firstname}',
      body: 'Kom',
      action: 'Ga',
    })
    expect(invitation.body.data.text).toContain('Je krijgt deze mail van')
    expect(invitation.body.data.text).not.toContain('een account hebt')
  })
})
