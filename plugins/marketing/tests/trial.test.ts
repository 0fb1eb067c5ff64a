import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signInAs, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createCompany, createParticipant, type TestCompany } from '#core/testing/factories'

// Two subjects, tried on a part of the recipients: who gets which, when the better one goes to the rest, and that nobody gets two mails.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let admin: TestClient
let company: TestCompany
let people: { id: number; email: string }[]

const base = '/api/marketing/campaigns'
const PEOPLE = 10

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  admin = await signInAs('admin@platform.example')
})
beforeEach(async () => {
  company = await createCompany()
  people = []
  for (let n = 0; n < PEOPLE; n++) people.push(await createParticipant(company.loginId))
  await app.inCompany(company.loginId, () =>
    db
      .table('marketing_consents')
      .multiInsert(
        people.map(({ id }) => ({ company_id: company.id, membership_id: id, words: 'Ja', language: 'nl', given_at: new Date() })),
      ),
  )
})
afterAll(() => app.settle())

const draft = (more: object = {}) => ({
  ...{ name: 'Proef', company: company.id, roles: [], languages: [], people: {}, link: '/training', pace: 6000 },
  ...{ subject_nl: 'Onderwerp A', body_nl: 'Hoi {firstname}', action_nl: 'Kijken', subject_en: '', body_en: '', action_en: '' },
  ...{ subject_b_nl: 'Onderwerp B', subject_b_en: '', trial_share: 20, trial_hours: 4 },
  ...more,
})
async function started(more: object = {}): Promise<number> {
  const { status, body } = await admin.post(base, draft(more))
  expect([status, body]).toMatchObject([201, {}])
  expect((await admin.post(`${base}/${body.data.id}/start`, { at: null })).status).toBe(200)
  return body.data.id
}
const act = (id: number, name: string) => admin.post(`${base}/${id}/act`, { act: name })
const show = async (id: number) => (await admin.get(`${base}/${id}`)).body.data
/** Runs the job of one minute in the company. */
const run = async () => {
  const { sendCampaigns } = await import('../server/services/sending.js')
  await app.inCompany(company.loginId, sendCampaigns)
  await app.settle()
}
const recipients = (id: number): Promise<{ id: number; membership_id: number; variant: string | null; state: string }[]> =>
  app.asSystem(() => db.from('marketing_recipients').where('campaign_id', id).orderBy('membership_id'))
/** Person → subjects of their mails. */
const subjects = async (id: number) => {
  const mails: { membership_id: number; subject: string }[] = await app.asSystem(() =>
    db.from('core_mail_outbox').where('trigger', 'marketing.mail.campaign').where('dedupe_key', 'like', `${id}.%`),
  )
  return mails.map(({ membership_id: member, subject }) => [Number(member), subject] as const)
}
const countOf = async (id: number, subject: string) => (await subjects(id)).filter(([, of]) => of === subject).length
/** A person of a part clicks. */
const click = async (id: number, variant: string) => {
  const { tokenOf } = await import('../server/services/tokens.js')
  const one = (await recipients(id)).find((row) => row.variant === variant)!
  expect((await fetch(`${app.url}/m/${tokenOf('click', Number(one.id))}`, { redirect: 'manual' })).status).toBe(302)
}
/** Moves the end of the trial into the past. */
const later = (id: number) =>
  app.asSystem(() => db.rawQuery(`update marketing_campaigns set trial_ends_at = now() - interval '1 second' where id = ?`, [id]))

describe('two subjects', () => {
  it('go to a part each, always the same people, while the rest wait', async () => {
    const id = await started()
    const drawn = (await recipients(id)).map(({ variant }) => variant)
    expect(drawn.filter((one) => one === 'a')).toHaveLength(2)
    expect(drawn.filter((one) => one === 'b')).toHaveLength(2)
    await Promise.all([run(), run()])
    await run()
    expect([await countOf(id, 'Onderwerp A'), await countOf(id, 'Onderwerp B')]).toEqual([2, 2])
    const { state, counts, trial } = await show(id)
    expect([state, counts.waiting, trial.held, trial.a.sent, trial.b.sent]).toEqual(['sending', 6, 6, 2, 2])
    expect(Date.parse(trial.ends_at) - Date.now()).toBeGreaterThan(3.9 * 3_600_000)
    // Drawn again, the parts are the same.
    await app.asSystem(async () => {
      await db.from('marketing_recipients').where('campaign_id', id).update({ state: 'waiting', variant: null })
      await db.rawQuery('select marketing_draw(?)', [id])
    })
    expect((await recipients(id)).map(({ variant }) => variant)).toEqual(drawn)
  })

  it('end with the one that was clicked more often going to the rest, once each', async () => {
    const id = await started()
    await run()
    await click(id, 'b')
    await later(id)
    const { SENDING_DUE } = await import('../server/services/sending.js')
    const due = await app.asSystem(() => db.rawQuery(SENDING_DUE))
    expect(due.rows.map(({ company_id: of }: { company_id: number }) => Number(of))).toContain(company.id)
    await Promise.all([run(), run(), run()])
    await run()
    expect(await show(id)).toMatchObject({ state: 'done', counts: { sent: PEOPLE, waiting: 0 }, trial: { chosen: 'b', by_hand: false } })
    expect([await countOf(id, 'Onderwerp A'), await countOf(id, 'Onderwerp B')]).toEqual([2, PEOPLE - 2])
    const got = (await subjects(id)).map(([member]) => member)
    expect(new Set(got).size).toBe(PEOPLE)
    expect(got).toHaveLength(PEOPLE)
  })

  it('end with the first one if both were clicked as often', async () => {
    const id = await started()
    await run()
    await later(id)
    await run()
    expect((await show(id)).trial).toMatchObject({ chosen: 'a', by_hand: false })
    expect(await countOf(id, 'Onderwerp A')).toBe(PEOPLE - 2)
  })

  it('can be decided by hand, once, also before the parts were mailed', async () => {
    const id = await started()
    const answers = await Promise.all([act(id, 'choose_b'), act(id, 'choose_b'), act(id, 'choose_a')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { trial } = await show(id)
    expect(trial).toMatchObject({ by_hand: true, held: 0 })
    await run()
    // Recipients in the trial keep their subject.
    const chosen = trial.chosen === 'b' ? 'Onderwerp B' : 'Onderwerp A'
    expect(await countOf(id, chosen)).toBe(PEOPLE - 2)
    expect((await show(id)).state).toBe('done')
    expect((await act(id, 'choose_a')).body.code).toBe('not_possible_now')
  })

  it('wait while the campaign is paused, and send nothing once it is stopped', async () => {
    const id = await started()
    await run()
    await act(id, 'pause')
    await later(id)
    await run()
    expect((await show(id)).trial).toMatchObject({ chosen: null, held: 6 })
    await act(id, 'stop')
    await run()
    expect(await show(id)).toMatchObject({ state: 'done', counts: { sent: 4, skipped: 6 }, trial: { chosen: null } })
    expect(await subjects(id)).toHaveLength(4)
  })

  it('skip people who withdrew their consent meanwhile or were erased', async () => {
    const id = await started()
    await run()
    const held = (await recipients(id)).filter(({ state }) => state === 'held')
    const { erasePersonalData } = await import('../server/services/personal_data.js')
    await app.inCompany(company.loginId, async () => {
      await db.from('marketing_consents').where('membership_id', held[0]!.membership_id).update({ withdrawn_at: new Date() })
      await erasePersonalData(held[1]!.membership_id)
    })
    await later(id)
    await run()
    expect(await show(id)).toMatchObject({ state: 'done', counts: { sent: PEOPLE - 2, skipped: 2 } })
  })

  it('go on if the last person of a part, or of the rest, is erased', async () => {
    const id = await started()
    const { erasePersonalData } = await import('../server/services/personal_data.js')
    const erase = async (state: string) => {
      for (const row of await recipients(id))
        if (row.state === state) await app.inCompany(company.loginId, () => erasePersonalData(row.membership_id))
    }
    await erase('waiting')
    const { state, trial } = await show(id)
    expect([state, trial.held, trial.ends_at !== null]).toEqual(['sending', 6, true])
    await erase('held')
    expect(await show(id)).toMatchObject({ state: 'done', counts: { waiting: 0, skipped: PEOPLE } })
  })
})

describe('bad input', () => {
  it('is refused', async () => {
    const wrong: object[] = [
      ...[{ trial_share: 0 }, { trial_share: 51 }, { trial_share: '10' }, { trial_share: 1.5 }, { trial_hours: 0 }, { trial_hours: 169 }],
      ...[
        { subject_b_nl: 'Onderwerp {nobody}' },
        { subject_b_nl: 'a\r\nBcc: x' },
        { subject_b_nl: 7 },
        { subject_b_en: 'Only in English' },
      ],
      { subject_en: 'News', body_en: 'Hi' },
    ]
    for (const more of wrong) expect([more, (await admin.post(base, draft(more))).status]).toEqual([more, 422])
    const english = await admin.post(base, draft({ subject_en: 'News', body_en: 'Hi' }))
    expect(english.body.errors).toMatchObject([{ field: 'subject_b_en', rule: 'required' }])
    const id = await started({ subject_b_nl: '' })
    expect((await show(id)).trial).toBeNull()
    expect((await act(id, 'choose_a')).body.code).toBe('not_possible_now')
  })
})
