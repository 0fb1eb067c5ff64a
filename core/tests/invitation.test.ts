import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#core/testing/app'

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
})

const EMAIL = 'nieuw@noordwind.example'
const check = (email: string, company: string | null = 'noordwind') => app.visitor().post('/public/register/email', { email, company })
const mailsTo = (email: string) =>
  app.asSystem(async () => {
    await app.settle()
    return db.from('core_mail_outbox').where({ to_email: email, trigger: 'core.mail.invitation' }).orderBy('id')
  })
const { unseal } = await (async () => {
  await testApp()
  return import('#core/mail/secrets')
})()
/** Text that only the recipient reads. */
const linkIn = (mail: { sealed: string }) => /\/invite\?token=([\w-]+)/.exec(unseal(mail.sealed).text)![1]!
const stateOf = (token: string) => app.visitor().get(`/api/core/invitations/${token}`)
const membershipOf = (email: string) =>
  app.asSystem(async () =>
    db
      .from('core_memberships as m')
      .join('core_users as u', 'u.id', 'm.user_id')
      .where('u.email', email)
      .select('m.id', 'm.company_id', 'm.user_id')
      .firstOrFail(),
  )

describe('an open invitation', () => {
  it('is mailed again once when the sign-in page asks for it repeatedly', async () => {
    const before = (await mailsTo(EMAIL)).length
    const answers = await Promise.all(Array.from({ length: 6 }, () => check(EMAIL)))
    const said = answers.map(({ body }) => body.invitation).sort()
    expect(answers[0]!.body).toMatchObject({ status: 'good', is_memberstack: false, email_exists: true, active_account: false })
    expect(said).toEqual(['sent', ...Array(5).fill('sent_before')].sort())
    const mails = await mailsTo(EMAIL)
    expect(mails.length).toBe(before + 1)
    expect(mails.at(-1)).toMatchObject({ to_name: 'Milan', from_name: 'Noordwind Academie', language: 'nl' })
  })

  it('reaches a person who receives no other mail, at their own address, in their language', async () => {
    const member = await membershipOf('iris.postma@noordwind.example')
    await app.asSystem(async () => {
      await db
        .from('core_memberships')
        .where('id', member.id)
        .update({ status: 'inactive', last_seen_at: null, receive_emails: false, forward_emails_to: 'planner@noordwind.example' })
      await db.from('core_users').where('id', member.user_id).update({ language: 'en' })
    })
    expect((await check('iris.postma@noordwind.example', null)).body.invitation).toBe('sent')
    const [mail] = await mailsTo('iris.postma@noordwind.example')
    expect(mail.subject).toBe('Your invitation to Noordwind')
    expect(await mailsTo('planner@noordwind.example')).toEqual([])
  })

  it('is not created for a member who was deactivated', async () => {
    const member = await membershipOf('tom.verhoeven@noordwind.example')
    await app.asSystem(async () =>
      db.from('core_memberships').where('id', member.id).update({ status: 'inactive', last_seen_at: new Date() }),
    )
    const { body } = await check('tom.verhoeven@noordwind.example')
    expect(body).toMatchObject({ email_exists: true, active_account: false, invitation: 'none' })
    expect(await mailsTo('tom.verhoeven@noordwind.example')).toEqual([])
  })

  it('leads to a page in the company’s style that shows its state', async () => {
    const token = linkIn((await mailsTo(EMAIL)).at(-1))
    const html = (await app.visitor().get(`/invite?token=${token}`, { accept: 'text/html' })).body
    expect(html).toContain('<title>Uitnodiging · Noordwind</title>')
    expect((await stateOf(token)).body).toMatchObject({ status: 'good', state: 'open' })
    for (const unknown of ['x', 'A'.repeat(43), `${token}A`]) expect((await stateOf(unknown)).status).toBe(404)
    // A query of any shape must not cause a server error.
    for (const query of ['', '?token=', '?token=a&token=b', '?token[toString]=0', '?token[a]=0', `?token=${'x'.repeat(5000)}`]) {
      expect([query, (await app.visitor().get(`/invite${query}`, { accept: 'text/html' })).status]).toEqual([query, 200])
    }

    const stored = await app.asSystem(async () => db.from('core_tokens').where('purpose', 'invitation'))
    expect(JSON.stringify(stored)).not.toContain(token)
    const events = await app.asSystem(async () => db.from('core_outbox').where('name', 'core.invitation.requested'))
    expect(events.length).toBeGreaterThan(0)
    expect(JSON.stringify(events)).not.toContain(token)

    await app.asSystem(async () => db.from('core_tokens').update({ expires_at: new Date(Date.now() - 1000) }))
    expect((await stateOf(token)).body.state).toBe('expired')
  })
})

describe('a token', () => {
  const PURPOSE = { name: 'test', seconds: 600 }
  const subject = async () => {
    const { id, user_id } = await membershipOf('iris.postma@noordwind.example')
    return { userId: user_id as number, membershipId: id as number }
  }

  it('works once, for its own purpose, under concurrent use', async () => {
    const { consumeToken, issueToken, readToken } = await import('#core/accounts/tokens')
    const whose = await subject()
    const [one, two] = [await issueToken(PURPOSE, whose), await issueToken(PURPOSE, whose)]
    expect(await readToken({ ...PURPOSE, name: 'other' }, one.token)).toBeNull()
    expect(await consumeToken({ ...PURPOSE, name: 'other' }, one.token)).toBeNull()
    const used = await Promise.all(Array.from({ length: 8 }, () => consumeToken(PURPOSE, one.token)))
    expect(used.filter(Boolean)).toEqual([whose])
    // Other open tokens for the same purpose end with it.
    expect((await readToken(PURPOSE, two.token))!.state).toBe('used')
    expect(await consumeToken(PURPOSE, two.token)).toBeNull()
  })

  it('does not work after it expired', async () => {
    const { consumeToken, issueToken, removeOldTokens } = await import('#core/accounts/tokens')
    const { token } = await issueToken({ ...PURPOSE, seconds: -1 }, await subject())
    expect(await consumeToken(PURPOSE, token)).toBeNull()
    await removeOldTokens()
    const left = () => app.asSystem(async () => db.from('core_tokens').where('purpose', 'test').where('expires_at', '<', new Date()))
    expect((await left()).length).toBe(1)
    await app.asSystem(async () =>
      db
        .from('core_tokens')
        .where('purpose', 'test')
        .update({ expires_at: new Date(0) }),
    )
    await removeOldTokens()
    expect(await left()).toEqual([])
  })

  it('of six digits allows five tries', async () => {
    const { consumeCode, issueCode, MAX_TRIES } = await import('#core/accounts/codes')
    const whose = await subject()
    const { code } = await issueCode(PURPOSE, whose)
    expect(code).toMatch(/^\d{6}$/)
    const wrong = code === '000000' ? '111111' : '000000'
    expect(await consumeCode(PURPOSE, whose.userId, wrong)).toBe('wrong')
    expect(await consumeCode(PURPOSE, whose.userId, code)).toBe('good')
    expect(await consumeCode(PURPOSE, whose.userId, code)).toBe('expired')

    const next = await issueCode(PURPOSE, whose)
    const other = next.code === '000000' ? '111111' : '000000'
    const tries = await Promise.all(Array.from({ length: 20 }, () => consumeCode(PURPOSE, whose.userId, other)))
    expect(tries.filter((answer) => answer === 'wrong').length).toBeLessThan(MAX_TRIES)
    expect(await consumeCode(PURPOSE, whose.userId, next.code)).toBe('blocked')
  })
})
