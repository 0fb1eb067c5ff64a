import { beforeAll, describe, expect, it } from 'vitest'
import {
  begin,
  base,
  app,
  db,
  supervisor,
  other,
  admin,
  course,
  moments,
  second,
  person,
  answersFor,
  price,
  finish,
  booked,
  show,
  act,
  seatsTaken,
  invoicesOf,
} from './bookings.js'

// The acts on an existing booking.

beforeAll(begin)

describe('acts on a booking', () => {
  it('extends at most twice, and restarts', async () => {
    const id = await booked(answersFor([await person()], { type: 'elearning', moment: null }))
    expect((await act(id, 'restart')).body.code).toBe('not_started_yet')
    for (const times of [1, 2]) expect((await act(id, 'extend_course')).body.data).toMatchObject({ extensions: times })
    expect((await act(id, 'extend_course')).body.code).toBe('access_not_renewed')
    const { history } = await show(id)
    expect(history.filter(({ action }: { action: string }) => action === 'extend_course')).toHaveLength(2)
    expect(history[0].after.extended_until).toBeTruthy()
  })

  it('adds, moves and cancels an exam; the amount due follows the policy', async () => {
    const id = await booked(answersFor([await person()], { type: 'elearning', moment: null }))
    const { number, exam_price_cents: told } = await show(id)
    expect((await act(id, 'cancel_exam')).body.code).toBe('no_exam')
    const added = (await act(id, 'add_exam', { moment: moments[2] })).body.data
    expect(added).toMatchObject({ type: 'elearning_exam', exam: { city: 'Testplaats' } })
    // Ten days before the exam only the platform may move it, and half of its price is due on cancelling.
    expect((await act(id, 'update_exam', { moment: moments[0] })).body.code).toBe('too_late_to_move')
    const exam = added.costs.lines.find(({ key }: { key: string }) => key === 'exam').cents
    // Before the exam is added its price is shown; afterwards there is no price left to add.
    expect([told, added.exam_price_cents]).toEqual([exam, null])
    expect(added.cancelling.exam).toBe(exam / 2)
    const moved = (await act(id, 'update_exam', { moment: moments[0] }, admin)).body.data
    expect(moved.cancelling.exam).toBe(0)
    expect(moved.history[0]).toMatchObject({ action: 'update_exam', actor: 'admin' })
    const taken = await seatsTaken(moments[0]!)
    const after = (await act(id, 'cancel_exam')).body.data
    expect(after).toMatchObject({ type: 'elearning', status: 'invoice', exam: null })
    expect(taken - (await seatsTaken(moments[0]!))).toBe(1)
    const written = await invoicesOf(number)
    expect(written.map(({ kind }: { kind: string }) => kind)).toEqual(['invoice', 'invoice', 'credit'])
    expect(written[2].total_cents).toBe(-written[1].total_cents)
  })

  it('cancels a course, and credits it in full when cancelling is free', async () => {
    const id = await booked(answersFor([await person()], { type: 'elearning', moment: null }))
    const { number } = await show(id)
    expect((await act(id, 'cancel_course')).body.data).toMatchObject({
      status: 'canceled',
      costs: { total_cents: 0, cancellation_cents: 0 },
    })
    const [invoice, credit] = await invoicesOf(number)
    expect(credit).toMatchObject({ kind: 'credit', of_invoice: invoice.id, total_cents: -invoice.total_cents })
    expect((await act(id, 'extend_course')).body.code).toBe('booking_not_open')
  })

  it('refuses to cancel a course that is part of a flow', async () => {
    const someone = await person()
    const id = await booked(answersFor([someone], { type: 'elearning', moment: null }))
    const step = (key: string, of: number) => ({ key, course: of, due_days: null, optional: false })
    const rules = ['a', 'b'].map((key) => ({ step: key, type: 'direct' }))
    const more = { finish: null, expired: 'restart', skip_held: false, repeat_months: null }
    const definition = { steps: [step('a', course), step('b', second)], rules, ...more }
    const flow = await supervisor.post('/api/flows/flows', { name: 'Booked', active: true, groups: [], definition })
    await supervisor.post(`/api/flows/flows/${flow.body.data.id}/people`, { members: [someone], groups: [], emails: [] })
    const before = await show(id)
    expect((await act(id, 'cancel_course')).body.code).toBe('part_of_flow')
    expect(await show(id)).toEqual(before)
  })

  it('changes the course, books again, and lets an admin refuse and grant', async () => {
    const someone = await person()
    const id = await booked(answersFor([someone], { type: 'elearning', moment: null }))
    const { status, body } = await act(id, 'update_course', { course: second })
    expect([status, body.data?.course_id]).toEqual([200, second])
    expect((await show(id)).people[0].course).toBe('released')
    // The person's own history shows for each day what was booked then.
    const nameOf = async (one: number) =>
      (await app.asSystem(() => db.from('learning_offers').where('course_id', one).firstOrFail())).name.nl as string
    const lines = (await supervisor.get(`/api/people/participants/${someone}/history`)).body.data as { action: string; text: string }[]
    const of = (action: string) => lines.find((line) => line.action === action)?.text
    expect(of('booking.created')).toContain(await nameOf(course))
    expect(of('booking.update_course')).toContain(await nameOf(second))
    const again = (await supervisor.post('/api/booking/draft/again', { booking: id })).body.data
    expect(again.answers).toMatchObject({ course: second, people: [{ membership: someone }] })
    // The check step warns about people who already have the course.
    const known = await price(again.answers)
    expect(known.people[0]).toMatchObject({ has_course: true, exam_at: null, certificate: null })
    const { company_id: company } = await app.asSystem(() => db.from('core_memberships').where('id', someone).firstOrFail())
    const certificate = {
      ...{ company_id: company, membership_id: someone, participation_id: 900_001, course_id: second, course_version_id: 1 },
      ...{ number: 'H-1', token: 'known-1', language: 'nl', company_name: 'N', person_name: 'P', course_name: 'C', issued_at: new Date() },
      valid_until: '2099-12-31',
    }
    await app.asSystem(() => db.table('certificates_certificates').insert(certificate))
    expect((await price(again.answers)).people[0].certificate, 'and who holds a certificate of it').toEqual({ until: '2099-12-31' })
    const anew = await finish(again, known.costs.total_cents)
    expect([anew.status, anew.body.errors]).toEqual([201, undefined])
    await app.settle()
    const lineOf = async (one: number) => {
      const { number, history } = await show(one)
      return [number, history.find(({ action }: { action: string }) => action === 'book_again')?.reason]
    }
    const [[oldNumber, toNew], [newNumber, toOld]] = [await lineOf(id), await lineOf(anew.body.data.id)]
    expect([toNew, toOld]).toEqual([newNumber, oldNumber])
    expect((await act(id, 'refuse', { reason: 'Niet mogelijk' })).status).toBe(403)
    expect((await act(id, 'refuse', {}, admin)).status).toBe(422)
    expect((await act(id, 'refuse', { reason: 'Niet mogelijk' }, admin)).body.data).toMatchObject({
      status: 'canceled',
      costs: { total_cents: 0 },
    })
    const version = (await show(id)).updated_at
    expect((await supervisor.post(`${base}/${id}/acts`, { act: 'restart', updated_at: '2026-01-31T12:00:00.000000Z' })).body.code).toBe(
      'changed_meanwhile',
    )
    expect((await other.post(`${base}/${id}/acts`, { act: 'restart', updated_at: version })).status).toBe(404)
  })

  it('proposes the discount of SIR members; an admin grants it as a deduction from the bill', async () => {
    await app.asSystem(async () => {
      const { id } = await db.from('core_companies').where('login_id', 'noordwind').firstOrFail()
      await db.rawQuery(
        `insert into core_company_settings (company_id, plugin, chosen) values (?, 'companies', '{"sir_member": true}')
         on conflict (company_id, plugin) do update set chosen = core_company_settings.chosen || excluded.chosen`,
        [id],
      )
      await db.from('core_companies').where('id', id).update({ updated_at: new Date() })
    })
    const answers = answersFor([await person()], { type: 'exam' })
    expect((await price(answers)).discount_cents).toBe(-10_000)
    const id = await booked(answers)
    const { number, discount, costs } = await show(id)
    expect(discount).toBe('proposed')
    expect((await act(id, 'discount_confirmed', {}, admin)).body.data).toMatchObject({
      discount: 'confirmed',
      costs: { total_cents: costs.total_cents - 12_100 },
    })
    expect((await invoicesOf(number)).map(({ total_cents: cents }: { total_cents: number }) => cents)).toEqual([costs.total_cents, -12_100])
  })

  it('removes a proposed discount when its exam is cancelled', async () => {
    const id = await booked(answersFor([await person()], { type: 'exam' }))
    expect((await show(id)).discount).toBe('proposed')
    expect((await act(id, 'cancel_exam')).body.data).toMatchObject({ status: 'canceled', discount: null })
    const refused = await booked(answersFor([await person()], { type: 'exam' }))
    expect((await act(refused, 'refuse', { reason: 'Vol' }, admin)).body.data).toMatchObject({ status: 'canceled', discount: null })
    const { body } = await admin.get(`${base}?discount=proposed&status=paid,invoice,needs_processing&per_page=50`)
    const left = body.data.map((row: { id: number }) => row.id)
    expect(left).not.toContain(id)
    expect(left).not.toContain(refused)
  })

  it('are shown to a supervisor, who cannot confirm them', async () => {
    const id = await booked(answersFor([await person()], { type: 'exam' }))
    const page = await supervisor.get('/administratie/boekingen/bevestigen', { accept: 'text/html' })
    expect(JSON.parse(/id="bootstrap"[^>]*>(.*?)<\/script>/s.exec(page.body)![1]!).error).toBeNull()
    const { body } = await supervisor.get(`${base}?discount=proposed&per_page=50`)
    expect(body.data.map((row: { id: number }) => row.id)).toContain(id)
    expect((await act(id, 'discount_confirmed', {}, supervisor)).status).toBe(403)
  })
})

describe('notification mails', () => {
  /** Trigger and address of the mails about one booking since a given mail, in order. */
  async function mailsAfter(since: number, number: string) {
    const rows = await app.asSystem(() =>
      db
        .from('core_mail_outbox')
        .where('id', '>', since)
        .whereLike('trigger', 'booking.mail.%')

        .whereRaw('subject || text like ?', [`%${number}%`])

        .orderBy('id'),
    )
    return rows
      .map(({ trigger, to_email: to }: { trigger: string; to_email: string }) => `${trigger.replace('booking.mail.', '')} ${to}`)
      .sort()
  }
  const lastMail = async () => Number((await app.asSystem(() => db.from('core_mail_outbox').max('id as id').first())).id ?? 0)
  const addressOf = async (member: number) =>
    (await app.asSystem(() => db.from('kit_members').where('id', member).select('email').firstOrFail())).email as string
  const BOOKER = 'beheerder@noordwind.example'

  it('go to the participants and the booker when an exam is booked, moved or cancelled', async () => {
    const members = [await person(), await person()]
    const addresses = await Promise.all(members.map(addressOf))
    const each = (what: string) => addresses.map((to) => `${what} ${to}`)
    let since = await lastMail()
    const id = await booked(answersFor(members, { type: 'exam', moment: moments[1] }))
    const { number } = await show(id)
    expect(await mailsAfter(since, number)).toEqual([`confirmed ${BOOKER}`, ...each('exam_booked')].sort())
    since = await lastMail()
    expect((await act(id, 'update_exam', { moment: moments[0] })).status).toBe(200)
    expect(await mailsAfter(since, number)).toEqual([`moved ${BOOKER}`, ...each('exam_moved')].sort())
    since = await lastMail()
    expect((await act(id, 'cancel_exam')).status).toBe(200)
    expect(await mailsAfter(since, number)).toEqual([`cancelled ${BOOKER}`, ...each('exam_cancelled')].sort())
    const notices = await app.asSystem(() =>
      db.from('core_mail_outbox').where('id', '>', since).where('trigger', 'booking.mail.exam_cancelled'),
    )
    expect(notices.map(({ in_app: shown }: { in_app: boolean }) => shown)).toEqual([true, true])
  })

  it('go to the participants and the booker when a course is cancelled', async () => {
    const members = [await person(), await person()]
    const addresses = await Promise.all(members.map(addressOf))
    const id = await booked(answersFor(members, { type: 'elearning', moment: null }))
    const { number } = await show(id)
    await app.settle()
    const since = await lastMail()
    expect((await act(id, 'cancel_course')).status).toBe(200)
    expect(await mailsAfter(since, number)).toEqual([`cancelled ${BOOKER}`, ...addresses.map((to) => `course_cancelled ${to}`)].sort())
  })

  it('are sent when a moment is withdrawn and when one person is taken out', async () => {
    const members = [await person(), await person()]
    const [first, second] = await Promise.all(members.map(addressOf))
    const moment = (await app.asSystem(() => db.from('exams_moments').where('id', moments[1]!).firstOrFail())) as Record<string, unknown>
    const { id: _id, search_text: _text, ...copy } = moment
    const [{ id: off }] = await app.asSystem(() =>
      db
        .table('exams_moments')
        .insert({ ...copy, city: 'Vervalt' })
        .returning('id'),
    )
    const id = await booked(answersFor(members, { type: 'exam', moment: off }))
    const { number } = await show(id)
    let since = await lastMail()
    const one = await act(id, 'cancel_exam', { person: members[0] })
    expect(await mailsAfter(since, one.body.data.number)).toEqual([`cancelled ${BOOKER}`, `exam_cancelled ${first}`].sort())
    since = await lastMail()
    expect((await admin.post(`/api/exams/moments/${off}/withdraw`, { reason: 'Zaal afgebrand' })).status).toBe(200)
    await app.settle()
    expect(await mailsAfter(since, number)).toEqual([`cancelled ${BOOKER}`, `exam_cancelled ${second}`].sort())
  })
})
