import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { PASSWORD, TestClient } from '#core/testing/client'
import { untilBlocked } from '#core/testing/locks'
import { createParticipant } from '#core/testing/factories'

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let invitation: typeof import('#core/accounts/invitation').INVITATION
let issueToken: typeof import('#core/accounts/tokens').issueToken

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  ;({ INVITATION: invitation } = await import('#core/accounts/invitation'))
  ;({ issueToken } = await import('#core/accounts/tokens'))
})

const EMAIL = 'nieuw@noordwind.example'
const GIVEN = { firstname: 'Milan', lastname: 'Kok', language: 'en', metadata: '{"company":"Noordwind"}', agreed: true, password: PASSWORD }
const system = <T>(work: () => Promise<T>) => app.asSystem(work)

const memberOf = (email: string, login = 'noordwind') =>
  system(async () =>
    db
      .from('core_memberships as m')
      .join('core_users as u', 'u.id', 'm.user_id')
      .join('core_companies as c', 'c.id', 'm.company_id')
      .where({ 'u.email': email, 'c.login_id': login })
      .select('m.id', 'm.user_id', 'm.status', 'm.conditions_accepted_at', 'u.password', 'u.language', 'u.email_verified_at')
      .firstOrFail(),
  )
async function link(email = EMAIL, login = 'noordwind'): Promise<string> {
  const { id, user_id: userId } = await memberOf(email, login)
  return (await issueToken(invitation, { userId, membershipId: id })).token
}
const accept = (code: string, given: Record<string, unknown> = GIVEN, client: TestClient = app.visitor()) =>
  client.post('/invite/update', { code, ...given })
const show = async (token: string) => (await app.visitor().get(`/api/core/invitations/${token}`)).body

beforeEach(async () => {
  const { id, user_id } = await memberOf(EMAIL)
  await system(async () => {
    await db.from('core_sessions').where('user_id', user_id).delete()
    await db
      .from('core_memberships')
      .where('id', id)
      .update({ status: 'inactive', last_seen_at: null, conditions_accepted_at: null, invitation_withdrawn_at: null })
    await db.from('core_users').where('id', user_id).update({ password: null, email_verified_at: null, language: 'nl' })
  })
})

describe('accepting an invitation', () => {
  it('creates the account, opens a session and allows sign-in afterwards', async () => {
    const token = await link()
    expect(await show(token)).toMatchObject({
      state: 'open',
      person: { email: EMAIL, firstname: 'Milan', lastname: 'Kok', asks_password: true },
    })
    const client = app.visitor()
    const { status, body } = await accept(token, { ...GIVEN, firstname: ' Milán ' }, client)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'good', role: 'leerling' })
    expect((await client.get('/user/identify')).body).toMatchObject({
      email: EMAIL,
      firstname: 'Milán',
      lang: 'en',
      company_name: 'Noordwind',
    })
    const member = await memberOf(EMAIL)
    expect(member).toMatchObject({ status: 'active', language: 'en' })
    expect(member.conditions_accepted_at).not.toBeNull()
    expect(member.email_verified_at).not.toBeNull()
    await signInAs(EMAIL)

    expect(await show(token)).toMatchObject({ state: 'used', person: null })
    expect((await accept(token)).body.code).toBe('invite_used')
  })

  it('reports missing fields with the codes of the specification and loses nothing', async () => {
    const token = await link()
    const { status, body } = await accept(token, { firstname: '', lastname: ' ', language: 'nl', password: 'kort' })
    expect(status).toBe(422)
    expect(body.errors).toEqual([
      { field: 'firstname', rule: 'firstname_mandatory' },
      { field: 'lastname', rule: 'lastname_mandatory' },
      { field: 'agreed', rule: 'agreed_mandatory' },
      { field: 'password', rule: 'password_minimum' },
    ])
    expect((await accept(token, { ...GIVEN, language: 'xx' })).status).toBe(422)
    expect((await accept(token, { ...GIVEN, firstname: 'Mi\u202Elan' })).body.errors).toMatchObject([
      { field: 'firstname', rule: 'hidden_characters' },
    ])
    expect((await memberOf(EMAIL)).status).toBe('inactive')
    expect((await accept(token)).status).toBe(200)
  })

  it('accepts an invitation once when two windows submit it concurrently', async () => {
    const token = await link()
    const answers = await Promise.all(Array.from({ length: 6 }, () => accept(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      expect([status, body.code]).toEqual([409, 'invite_used'])
  })

  it('refuses an expired link, an unknown link and a link of a deactivated person', async () => {
    const token = await link()
    const { id, user_id } = await memberOf(EMAIL)
    await system(() =>
      db
        .from('core_tokens')
        .where('membership_id', id)
        .update({ expires_at: new Date(0) }),
    )
    expect((await accept(token)).body.code).toBe('invite_expired')
    expect((await accept('x'.repeat(43))).status).toBe(404)
    expect((await accept('')).status).toBe(404)
    const again = await link()
    await system(() => db.from('core_memberships').where('id', id).update({ last_seen_at: new Date() }))
    expect((await accept(again)).body.code).toBe('invite_not_accepted')
    expect(await system(() => db.from('core_sessions').where('user_id', user_id))).toEqual([])
  })

  it('asks the questions of the company and stores the answers', async () => {
    const field = await app.inCompany('noordwind', async () =>
      db.from('core_registration_fields').whereNull('removed_at').where('kind', 'choice').firstOrFail(),
    )
    const token = await link()
    expect((await show(token)).person.fields).toContainEqual(expect.objectContaining({ id: field.id, kind: 'choice' }))
    const answered = (value: unknown) => ({ ...GIVEN, metadata: JSON.stringify({ company: 'Noordwind', extra: { [field.id]: value } }) })
    expect((await accept(token, answered('Atlantis'))).body.errors).toEqual([{ field: `extra.${field.id}`, rule: 'enum' }])
    expect((await accept(token, answered({ a: 1 }))).body.errors).toMatchObject([{ field: 'metadata' }])
    expect((await accept(token, answered('IJmuiden'))).status).toBe(200)
    const { id } = await memberOf(EMAIL)
    const { extra_info: info } = await system(() => db.from('core_memberships').where('id', id).firstOrFail())
    expect(info).toMatchObject({ [field.id]: 'IJmuiden' })
  })

  it('refuses an invitation of an inactive company without using it up', async () => {
    const token = await link()
    const company = (status: string) => system(() => db.from('core_companies').where('login_id', 'noordwind').update({ status }))
    await company('inactive')
    try {
      expect(await show(token)).toMatchObject({ state: 'withdrawn', person: null })
      expect((await accept(token)).body.code).toBe('invite_not_accepted')
    } finally {
      await company('active')
    }
    expect((await accept(token)).status).toBe(200)
  })

  it('lets a supervisor withdraw and resend an invitation', async () => {
    const token = await link()
    const { id } = await memberOf(EMAIL)
    const supervisor = await signInAs('beheerder@noordwind.example')
    const invitation = `/api/people/participants/${id}/invitation`
    expect((await supervisor.delete(invitation)).status).toBe(200)
    expect(await show(token)).toMatchObject({ state: 'withdrawn', person: null })
    expect((await accept(token)).body.code).toBe('invite_not_accepted')
    // The sign-in page gives no new one either.
    const check = await app.visitor().post('/public/register/email', { email: EMAIL, company: 'noordwind' })
    expect(check.body).toMatchObject({ active_account: false, invitation: 'none' })
    expect((await supervisor.get(`/api/people/participants/${id}`)).body.data.invitation).toBe('withdrawn')
    const before = await system(async () => (await db.from('core_mail_outbox').where('to_email', EMAIL)).length)
    expect((await supervisor.post(invitation)).body.invitation).toBe('sent')
    await app.settle()
    expect(await system(async () => (await db.from('core_mail_outbox').where('to_email', EMAIL)).length)).toBe(before + 1)
    expect((await accept(token)).status).toBe(200)
    expect((await supervisor.delete(invitation)).body.code).toBe('no_open_invitation')
    expect((await supervisor.post(invitation)).body.code).toBe('no_open_invitation')
  })

  it('lets nobody in who is deactivated concurrently', async () => {
    const token = await link()
    const { id } = await memberOf(EMAIL)
    const answer = await system(() =>
      db.transaction(async (trx) => {
        await trx.from('core_memberships').where('id', id).update({ last_seen_at: new Date(), status: 'inactive' })
        const accepting = accept(token)
        // By now it has read the invitation and waits for the row.
        await untilBlocked(app)
        return { accepting }
      }),
    )
    expect((await answer.accepting).body.code).toBe('invite_not_accepted')
    expect(await memberOf(EMAIL)).toMatchObject({ status: 'inactive', password: null, conditions_accepted_at: null })
  })

  it('runs one after the other with a concurrent erasure', async () => {
    const { erasePerson } = await import('#core/privacy/person')
    const email = 'even-maar@noordwind.example'
    const invited = { status: 'inactive', registration_type: 'invite' }
    const { id, userId, companyId } = await createParticipant('noordwind', { email, membership: invited })
    const member = { id, userId, companyId }
    const { token } = await issueToken(invitation, { userId: member.userId, membershipId: member.id })
    const both = await system(() =>
      db.transaction(async (trx) => {
        await trx.from('core_memberships').where('id', member.id).forUpdate().first()
        const accepting = accept(token)
        // Both now wait for the membership, one after the other.
        await untilBlocked(app)
        const erasing = erasePerson({ companyId: member.companyId, membershipId: member.id }, null)
        await untilBlocked(app, { many: 2 })
        return { accepting, erasing }
      }),
    )
    await both.erasing
    expect([200, 404, 409]).toContain((await both.accepting).status)
    expect(await system(() => db.from('core_users').where('email', email))).toEqual([])
  })

  it('keeps an existing password, whatever else is sent', async () => {
    const { user_id: userId } = await memberOf('leerling@bouwmeester.example', 'bouwmeester')
    const [{ id }] = await system(async () => {
      const company = await db.from('core_companies').where('login_id', 'noordwind').firstOrFail()
      return db
        .table('core_memberships')
        .insert({ company_id: company.id, user_id: userId, role: 'leerling', status: 'inactive', registration_type: 'invite' })
        .returning('id')
    })
    const { token } = await issueToken(invitation, { userId, membershipId: id })
    expect(await show(token)).toMatchObject({ person: { asks_password: false } })
    const before = (await memberOf('leerling@bouwmeester.example')).password
    expect((await accept(token, { ...GIVEN, firstname: 'Mehmet', lastname: 'Yılmaz', password: 'een-heel-ander-wachtwoord' })).status).toBe(
      200,
    )
    expect((await memberOf('leerling@bouwmeester.example')).password).toBe(before)
    await system(() => db.from('core_memberships').where('id', id).delete())
  })

  it('requires the CSRF token of the page', async () => {
    const answer = await fetch(`${app.url}/invite/update`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: await link(), ...GIVEN }),
    })
    expect(answer.status).toBe(403)
  })
})
