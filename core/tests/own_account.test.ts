import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fromBuffer } from 'yauzl'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestApp, signInAs, signInSupervisor, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'
import { PASSWORD, type TestClient } from '#core/testing/client'
import { untilBlocked } from '#core/testing/locks'
import { placesWith } from '#core/testing/places_with'
import { createParticipant } from '#core/testing/factories'

// A person manages their own account: specification, sections 3 to 5 and 8.

const NEW = 'Nieuw-wachtwoord-26'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let unseal: typeof import('#core/mail/secrets').unseal

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  ;({ unseal } = await import('#core/mail/secrets'))
})
beforeEach(() => forgetLimits())

const system = <T>(work: () => PromiseLike<T>) => app.asSystem(async () => await work())
const forgetLimits = () => system(() => db.from('core_rate_limits').delete())
const errorsOf = ({ status, body }: { status: number; body: { errors?: unknown } }) => [status, body.errors]

/** Creates a person who can sign in. */
async function newPerson(name: string, { role = 'leerling', company = 'noordwind' } = {}) {
  const facts = { email: `${name}@${company}.example`, firstname: name, lastname: 'Zelf', signsIn: true }
  const { id, ...member } = await createParticipant(company, { ...facts, membership: { role, last_seen_at: new Date() } })
  return { ...member, membershipId: id }
}

async function mailsTo(email: string, trigger: string) {
  await app.settle()
  return system(() => db.from('core_mail_outbox').where({ to_email: email, trigger }).orderBy('id'))
}
async function codeTo(email: string, trigger: string): Promise<string> {
  const mail = (await mailsTo(email, trigger)).at(-1)!
  expect(mail.text ?? '').not.toMatch(/\b\d{6}\b/)
  return /\b(\d{6})\b/.exec(unseal(mail.sealed).text)![1]!
}
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

describe('the profile', () => {
  it('shows section 3 of the specification and saves each part; a save of an older version is reported', async () => {
    const { email } = await newPerson('profiel')
    const [one, other] = [await signInAs(email), await signInAs(email)]
    const { data } = (await one.get('/api/core/profile')).body
    expect(data).toMatchObject({
      email,
      has_password: true,
      details: { firstname: 'profiel', lastname: 'Zelf', birthdate: null, gender: 'unknown' },
      membership: { works_at: 'Noordwind', status: 'active', receive_emails: true, forward_emails_to: null, skillset: [], extra_info: [] },
    })
    const details = { ...data.details, firstname: 'Petra', birthdate: '1990-02-03', gender: 'female' }
    expect((await one.patch('/api/core/profile/details', details)).body.data).toMatchObject({ firstname: 'Petra', birthdate: '1990-02-03' })
    const late = await other.patch('/api/core/profile/details', { ...data.details, lastname: 'Anders' })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'changed_meanwhile', current: { firstname: 'Petra' } })
    // The other part is another record and does not conflict with this one.
    const consents = { receive_emails: false, forward_emails_to: 'thuis@elders.example', updated_at: data.membership.updated_at }
    expect((await other.patch('/api/core/profile/consents', consents)).body.data).toMatchObject({ receive_emails: false })
    expect((await other.patch('/api/core/profile/consents', consents)).status).toBe(409)
  })

  it('refuses an empty name, an invalid day and any other wrong format', async () => {
    const { email } = await newPerson('streng')
    const client = await signInAs(email)
    const { details } = (await client.get('/api/core/profile')).body.data
    const save = (change: object) => client.patch('/api/core/profile/details', { ...details, ...change })
    expect(errorsOf(await save({ firstname: ' ', lastname: '' }))).toEqual([
      422,
      [
        { field: 'firstname', rule: 'firstname_mandatory' },
        { field: 'lastname', rule: 'lastname_mandatory' },
      ],
    ])
    for (const change of [
      { birthdate: '2026-02-30' },
      { birthdate: '2999-01-01' },
      { gender: 'x' },
      { firstname: ['a'] },
      { updated_at: 'now' },
    ])
      expect((await save(change)).status, JSON.stringify(change)).toBe(422)
    expect((await client.get('/api/core/profile')).body.data.details).toEqual(details)
  })

  it('of an admin has no consents, because no company writes to them', async () => {
    const admin = await signInAs('mini@platform.example')
    const { data } = (await admin.get('/api/core/profile')).body
    expect(data).toMatchObject({ membership: null, details: { gender: expect.any(String) } })
    const consents = { receive_emails: false, forward_emails_to: null, updated_at: data.details.updated_at }
    expect((await admin.patch('/api/core/profile/consents', consents)).status).toBe(403)
    expect((await admin.patch('/api/core/profile/details', data.details)).status).toBe(200)
  })
})

describe('the password', () => {
  it('is changed with the current one, ends every other session, and is confirmed by mail', async () => {
    const { email } = await newPerson('sleutel')
    const [here, there] = [await signInAs(email), await signInAs(email)]
    const change = (current: string, password: string) => here.post('/api/core/account/password', { current, password })
    expect(errorsOf(await change('vergeten', NEW))).toEqual([422, [{ field: 'current', rule: 'wrong_password' }]])
    expect(errorsOf(await change(PASSWORD, 'kort'))).toEqual([422, [{ field: 'password', rule: 'password_minimum' }]])
    expect(errorsOf(await change(PASSWORD, email.toUpperCase()))).toEqual([422, [{ field: 'password', rule: 'password_is_email' }]])
    expect(errorsOf(await change(PASSWORD, PASSWORD))).toEqual([422, [{ field: 'password', rule: 'same_password' }]])
    expect((await there.get('/user/identify')).status).toBe(200)
    expect((await change(PASSWORD, NEW)).status).toBe(200)
    expect((await here.get('/user/identify')).status).toBe(200)
    expect((await there.get('/user/identify')).status).toBe(401)
    await expect(signInAs(email)).rejects.toThrow('401')
    await signInAs(email, NEW)
    expect(await mailsTo(email, 'core.mail.password_changed')).toHaveLength(1)
  })

  it('that is changed ends a half-finished registration of somebody with access to the mailbox', async () => {
    const { email, userId } = await newPerson('halverwege')
    const { stateOfRegistration } = await import('#core/registration/register')
    const { issueToken } = await import('#core/accounts/tokens')
    const { id: companyId } = await system(() => db.from('core_companies').where('login_id', 'bouwmeester').firstOrFail())
    const verified = { name: 'registration.verified', seconds: 3600 }
    const data = { companyId, role: 'leerling', via: 'registration.register' }
    const { token } = await system(() => issueToken(verified, { userId, membershipId: null, data }))
    expect(await stateOfRegistration(token)).toMatchObject({ step: 'details' })
    const client = await signInAs(email)
    expect((await client.post('/api/core/account/password', { current: PASSWORD, password: NEW })).status).toBe(200)
    expect(await stateOfRegistration(token)).toBeNull()
  })

  it('cannot be guessed more often here than on the sign-in page', async () => {
    const { email } = await newPerson('raden')
    const client = await signInAs(email)
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => client.post('/api/core/account/password', { current: 'vergeten', password: NEW })),
    )
    expect(answers.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(8)
    const { status, body } = await client.post('/api/core/account/password', { current: PASSWORD, password: NEW })
    expect([status, body.code]).toEqual([429, 'too_many_attempts'])
  })
})

describe('the e-mail address', () => {
  const ask = (client: TestClient, email: string, current = PASSWORD) => client.post('/api/core/account/email', { email, current })
  const confirm = (client: TestClient, old_code: string, new_code: string) =>
    client.post('/api/core/account/email/confirm', { old_code, new_code })
  const OLD = 'core.mail.email_change_old'
  const TO = 'core.mail.email_change_new'

  it('changes once both mailboxes confirm; the old address is informed', async () => {
    const { email, userId } = await newPerson('postbus')
    const next = 'postbus.nieuw@elders.example'
    const client = await signInAs(email)
    expect(errorsOf(await ask(client, next, 'vergeten'))).toEqual([422, [{ field: 'current', rule: 'wrong_password' }]])
    expect(errorsOf(await ask(client, 'Leerling@Noordwind.example'))).toEqual([422, [{ field: 'email', rule: 'email_in_use' }]])
    expect(errorsOf(await ask(client, email.toUpperCase()))).toEqual([422, [{ field: 'email', rule: 'same_email' }]])
    expect((await ask(client, next)).status).toBe(200)
    const [old, fresh] = [await codeTo(email, OLD), await codeTo(next, TO)]
    expect((await client.get('/api/core/account/email')).body.data).toEqual({ pending: next })
    // One mailbox is not enough, whichever field its code is in.
    expect(errorsOf(await confirm(client, old, wrong(fresh)))).toEqual([422, [{ field: 'new_code', rule: 'incorrect_code' }]])
    expect(errorsOf(await confirm(client, wrong(old), fresh))).toEqual([422, [{ field: 'old_code', rule: 'incorrect_code' }]])
    expect((await confirm(client, old, fresh)).body).toEqual({ status: 'good', email: next })
    expect((await client.get('/user/identify')).body.email).toBe(next)
    expect((await confirm(client, old, fresh)).body.code).toBe('code_expired')
    const [told] = await mailsTo(email, 'core.mail.email_changed')
    expect(told.text).toContain(next)
    expect((await app.visitor().post('/public/auth/login/', { email: next, password: PASSWORD, company: 'noordwind' })).status).toBe(200)
    expect((await app.visitor().post('/public/auth/login/', { email, password: PASSWORD, company: 'noordwind' })).status).toBe(401)

    // Both addresses are erased with the person, though only one was still theirs.
    const { erasePerson } = await import('#core/privacy/person')
    const { id, company_id: companyId } = await system(() => db.from('core_memberships').where('user_id', userId).firstOrFail())
    await erasePerson({ companyId, membershipId: id }, null)
    await app.settle()
    expect([await placesWith(app, email), await placesWith(app, next)]).toEqual([[], []])
  })

  it('answers a code typed before its mail is written as wrong, not as expired', async () => {
    const { email } = await newPerson('vroeg')
    const client = await signInAs(email)
    await ask(client, 'vroeg.een@elders.example')
    const [old, fresh] = [await codeTo(email, OLD), await codeTo('vroeg.een@elders.example', TO)]
    expect((await confirm(client, old, fresh)).status).toBe(200)
    await forgetLimits()
    expect((await ask(client, 'vroeg.twee@elders.example')).status).toBe(200)
    expect(errorsOf(await confirm(client, '123456', '123456'))).toEqual([422, [{ field: 'old_code', rule: 'incorrect_code' }]])
  })

  it('accepts no codes of two requests, none after five wrong ones, and no address that was taken meanwhile', async () => {
    const { email } = await newPerson('tweemaal')
    const client = await signInAs(email)
    await ask(client, 'eerst@elders.example')
    const first = await codeTo(email, OLD)
    await ask(client, 'daarna@elders.example')
    const fresh = await codeTo('daarna@elders.example', TO)
    const second = await codeTo(email, OLD)
    if (first !== second) expect((await confirm(client, first, fresh)).status).toBe(422)
    await system(() => db.table('core_users').insert({ email: 'daarna@elders.example', firstname: 'A', lastname: 'B' }))
    expect(errorsOf(await confirm(client, second, fresh))).toEqual([422, [{ field: 'email', rule: 'email_in_use' }]])

    await forgetLimits()
    await ask(client, 'nog@elders.example')
    const [old, right] = [await codeTo(email, OLD), await codeTo('nog@elders.example', TO)]
    for (let i = 0; i < 5; i++) await confirm(client, wrong(old), right)
    const { status, body } = await confirm(client, old, right)
    expect([status, body.status]).toEqual([429, 'blocked'])
    await forgetLimits()
    expect((await ask(client, 'weer@elders.example')).body.status).toBe('blocked')
    expect((await client.get('/user/identify')).body.email).toBe(email)
  })

  it('is free when somebody only began to register with it, and mails sent to the old mailbox open nothing', async () => {
    const { email, userId, membershipId } = await newPerson('verhuizer')
    const next = 'verhuizer.nieuw@elders.example'
    const { startRegistration } = await import('#core/registration/register')
    const { issueToken, readToken } = await import('#core/accounts/tokens')
    const { INVITATION } = await import('#core/accounts/invitation')
    const { issueCode } = await import('#core/accounts/codes')
    const { EMAIL_CODE } = await import('#core/registration/own_email')
    const { id: elsewhere } = await system(() => db.from('core_companies').where('login_id', 'bouwmeester').firstOrFail())
    const target = { companyId: elsewhere as number, role: 'leerling' as const, via: 'registration.register' }
    const begin = (address: string) => startRegistration({ email: address, language: 'nl', ip: '127.0.0.9' }, target)
    await begin(next)
    // Somebody who could read the old mailbox: half-way through a registration, and with a link of an invitation.
    const [begun, proved] = [await begin(email), await begin(email)]
    const { verifyRegistration, stateOfRegistration } = await import('#core/registration/register')
    await app.settle()
    const { code } = await system(() => issueCode(EMAIL_CODE, { userId, membershipId: null }))
    const verified = await verifyRegistration(proved.token, code)
    const restarted = await begin(email)
    const invitation = await system(() => issueToken(INVITATION, { userId, membershipId }))
    expect(await stateOfRegistration(verified)).toMatchObject({ step: 'details', hasPassword: true })

    const client = await signInAs(email)
    await forgetLimits()
    expect((await ask(client, next)).status).toBe(200)
    expect((await confirm(client, await codeTo(email, OLD), await codeTo(next, TO))).body).toEqual({ status: 'good', email: next })
    for (const { token } of [begun, restarted, { token: verified }]) expect(await stateOfRegistration(token)).toBeNull()
    expect(await readToken(INVITATION, invitation.token)).toMatchObject({ state: 'expired' })
    expect(await system(() => db.from('core_users').where('email', next).select('id'))).toEqual([{ id: userId }])
  })

  it('of an admin can be changed as well; repeated requests send few mails', async () => {
    const client = await signInAs('mini@platform.example')
    const answers = []
    for (let i = 0; i < 4; i++) answers.push((await ask(client, `mini${i}@elders.example`)).body.code)
    expect(answers).toEqual([undefined, undefined, undefined, 'code_sent_before'])
    const [old, fresh] = [await codeTo('mini@platform.example', OLD), await codeTo('mini2@elders.example', TO)]
    expect((await confirm(client, old, fresh)).body.email).toBe('mini2@elders.example')
    expect(await mailsTo('mini@platform.example', 'core.mail.email_changed')).toHaveLength(1)
  })
})

describe('active sessions', () => {
  it('are listed with their details and ended one by one or all except this one', async () => {
    const { email } = await newPerson('overal')
    const clients = [await signInAs(email), await signInAs(email), await signInAs(email), await signInAs(email)] as const
    const { data } = (await clients[0].get('/api/core/account/sessions')).body
    expect(data).toHaveLength(4)
    expect(data[0]).toMatchObject({ current: true, company: 'Noordwind', address: '127.0.0.1' })
    expect(data.slice(1).every((one: { current: boolean }) => !one.current)).toBe(true)
    const stranger = await signInAs('leerling@noordwind.example')
    expect((await stranger.delete(`/api/core/account/sessions/${data[1].id}`)).status).toBe(404)
    expect((await clients[0].delete(`/api/core/account/sessions/${data[0].id}`)).status).toBe(404)
    expect((await clients[0].delete(`/api/core/account/sessions/${data[1].id}`)).status).toBe(200)
    const alive = async () =>
      (await Promise.all(clients.map((client) => client.get('/user/identify')))).filter(({ status }) => status === 200).length
    expect(await alive()).toBe(3)
    expect((await clients[0].post('/api/core/account/sessions/end', { which: 'others' })).body.ended).toBe(2)
    expect([await alive(), (await clients[0].get('/user/identify')).status]).toEqual([1, 200])
    expect((await stranger.get('/user/identify')).status).toBe(200)
    expect((await clients[0].post('/api/core/account/sessions/end', { which: 'all' })).body.ended).toBe(1)
    expect(await alive()).toBe(0)
  })

  it('end when a supervisor deactivates the person, also when they are reactivated; an unfinished second step opens none', async () => {
    const { email, userId, membershipId } = await newPerson('buitengesloten')
    const client = await signInAs(email)
    const supervisor = await system(() => db.from('core_users').where('email', 'beheerder@noordwind.example').firstOrFail())
    const { setMemberStatus } = await import('#core/people/member_status')
    const { findPerson } = await import('#core/accounts/session_store')
    const { beginSecondStep, waysOfSecondStep } = await import('#core/accounts/second_step')
    const by = await system(() => db.from('core_memberships').where({ user_id: supervisor.id }).firstOrFail())
    const session = (await findPerson(supervisor.id, by.id))!
    const set = (status: 'active' | 'inactive') =>
      app.inCompany('noordwind', () => db.transaction((trx) => setMemberStatus(trx, { id: membershipId, status, session })))
    const { password } = await system(() => db.from('core_users').where('id', userId).firstOrFail())
    const { token } = await beginSecondStep({ userId, membershipId, passwordHash: password }, 'enrol')
    await waysOfSecondStep(token, null)
    await set('inactive')
    expect(await system(() => db.from('core_sessions').where('membership_id', membershipId))).toEqual([])
    await expect(waysOfSecondStep(token, null)).rejects.toMatchObject({ code: 'second_step_expired' })
    await set('active')
    expect((await client.get('/user/identify')).status).toBe(401)
    expect((await (await signInAs(email)).get('/user/identify')).status).toBe(200)
  })

  it('record their last use at most every ten minutes', async () => {
    const { email, userId } = await newPerson('laatst')
    const client = await signInAs(email)
    const seen = async () => (await system(() => db.from('core_sessions').where('user_id', userId).firstOrFail())).last_seen_at as Date
    const before = await seen()
    await client.get('/user/identify')
    expect(await seen()).toEqual(before)
    await system(() =>
      db
        .from('core_sessions')
        .where('user_id', userId)
        .update({ last_seen_at: new Date(Date.now() - 3_600_000) }),
    )
    await client.get('/user/identify')
    expect(Date.now() - (await seen()).getTime()).toBeLessThan(60_000)
  })
})

describe('exporting one’s own data', () => {
  it('is a task with a zip of the data of every plugin, and a mail when it is ready', async () => {
    const client = await signInAs('leerling@noordwind.example')
    const started = await client.post('/api/core/account/export', {})
    expect(started.status).toBe(202)
    await app.settle()
    const { data } = (await client.get(`/api/core/tasks/${started.body.task.id}`)).body
    expect(data).toMatchObject({ state: 'done', file: { name: expect.stringMatching(/^mijn-gegevens-\d{4}-\d\d-\d\d\.zip$/) } })
    const file = await system(() => db.from('core_tasks').where('id', started.body.task.id).firstOrFail())
    const zip = await readFile(join(await filesFolder(), file.file_key))
    const { companies } = JSON.parse(await entryOf(zip, 'data.json'))
    expect(Object.keys(companies)).toEqual(['Noordwind'])
    const { pluginRegistry } = await import('#core/plugins/registry')
    const givers = pluginRegistry().plugins.filter((plugin) => plugin.exportPersonalData)
    expect(Object.keys(companies['Noordwind']).sort()).toEqual(givers.map(({ id }) => id).sort())
    expect(companies['Noordwind'].core.person.email).toBe('leerling@noordwind.example')
    expect(await mailsTo('leerling@noordwind.example', 'core.mail.own_data_ready')).toHaveLength(1)
    const stranger = await signInAs('beheerder@noordwind.example')
    expect((await stranger.get(`/api/core/tasks/${started.body.task.id}/file`)).status).toBe(404)
  })

  it('includes every company, also two of one name', async () => {
    const { email, userId } = await newPerson('dubbel')
    const other = await system(async () => {
      const rows = await db.from('core_companies').whereIn('login_id', ['bouwmeester', 'noordwind']).orderBy('id').select('id', 'name')
      const other = rows.find(({ name }) => name !== 'Noordwind')!
      await db.table('core_memberships').insert({ company_id: other.id, user_id: userId, role: 'leerling' })
      await db.from('core_companies').where('id', other.id).update({ name: 'Noordwind' })
      return other
    })
    const client = await signInAs(email)
    const started = await client.post('/api/core/account/export', {})
    await app.settle()
    const file = await system(() => db.from('core_tasks').where('id', started.body.task.id).firstOrFail())
    const { companies } = JSON.parse(await entryOf(await readFile(join(await filesFolder(), file.file_key)), 'data.json'))
    await system(() => db.from('core_companies').where('id', other.id).update({ name: other.name }))
    expect(Object.keys(companies)).toHaveLength(2)
  })

  it('works for an admin too', async () => {
    const client = await signInAs('admin@platform.example')
    const { task } = (await client.post('/api/core/account/export', {})).body
    await app.settle()
    expect((await client.get(`/api/core/tasks/${task.id}`)).body.data.state).toBe('done')
  })
})

/** Reads one file of a zip as text. */
const entryOf = (zip: Buffer, name: string) =>
  new Promise<string>((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: true }, (error, file) => {
      if (error) return reject(error)
      file.on('entry', (entry) => {
        if (entry.fileName !== name) return file.readEntry()
        file.openReadStream(entry, (failure, stream) => (failure ? reject(failure) : text(stream).then(resolve, reject)))
      })
      file.on('end', () => reject(new Error(`No ${name}.`)))
      file.readEntry()
    })
  })

const filesFolder = async () => join(process.env.DATA_DIR!, 'files')

const destroy = (client: TestClient, current = PASSWORD) => client.post('/api/core/account/delete', { current })

describe('deleting one’s account', () => {
  it('is refused to a company’s last supervisor and the platform’s last admin, also for two concurrent requests', async () => {
    const last = await signInAs('beheerder@noordwind.example')
    await system(() =>
      db
        .from('core_memberships')
        .where({ role: 'beheerder' })
        .whereIn('company_id', db.from('core_companies').where('login_id', 'noordwind').select('id'))
        .whereNotIn('user_id', db.from('core_users').where('email', 'beheerder@noordwind.example').select('id'))
        .update({ status: 'inactive' }),
    )
    expect((await last.get('/api/core/account/deletion')).body.data).toMatchObject({
      companies: ['Noordwind'],
      refused: { code: 'last_supervisor', company: 'Noordwind' },
    })
    expect(await destroy(last)).toMatchObject({ status: 409, body: { code: 'last_supervisor' } })
    expect((await last.get('/user/identify')).status).toBe(200)
    expect(await destroy(await signInAs('admin@platform.example'))).toMatchObject({ status: 409, body: { code: 'last_admin' } })

    const { email } = await newPerson('mede', { role: 'beheerder' })
    const second = await signInAs(email)
    const answers = await Promise.all([destroy(last), destroy(second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await app.settle()
    const left = await system(() =>
      db
        .from('core_memberships as m')
        .join('core_companies as c', 'c.id', 'm.company_id')
        .where({ 'c.login_id': 'noordwind', 'm.role': 'beheerder', 'm.status': 'active' }),
    )
    expect(left).toHaveLength(1)
  })

  it('asks for the password, ends every session, and leaves the address in no table, queue or file', async () => {
    const { email, certificates, files, lastname } = await system(async () => {
      const { password } = await db.from('core_users').where('email', 'leerling@noordwind.example').firstOrFail()
      const membership = await db
        .from('core_memberships as m')
        .join('core_companies as c', 'c.id', 'm.company_id')
        .where({ 'c.login_id': 'noordwind', 'm.role': 'leerling' })
        .whereExists(db.from('certificates_certificates as x').whereRaw('x.membership_id = m.id and x.file_id is not null'))
        .select('m.id', 'm.user_id')
        .firstOrFail()
      const of = () => db.from('core_users').where('id', membership.user_id)
      await of().update({ password })
      await db.from('core_memberships').where('id', membership.id).update({ status: 'active' })
      // Another person forwards their mail to this address: it still belongs to this person.
      const { email, lastname } = await of().firstOrFail()
      await db
        .from('core_memberships')
        .where('user_id', db.from('core_users').where('email', 'leerling@noordwind.example').select('id'))
        .update({ forward_emails_to: email })
      // And another person's booking names it.
      const booking = await db
        .from('booking_bookings')
        .whereNot('booked_by', membership.id)
        .orderBy('id')
        .select('id', 'buyer')
        .firstOrFail()
      await db
        .from('booking_bookings')
        .where('id', booking.id)
        .update({ buyer: { ...booking.buyer, contact: `Mevr. ${lastname}`, contact_email: email } })
      return {
        email: email as string,
        lastname: lastname as string,
        certificates: await db.from('certificates_certificates').where('membership_id', membership.id),
        files: await db.from('core_files').where('membership_id', membership.id),
      }
    })
    expect(certificates.length).toBeGreaterThan(0)
    const client = await signInAs(email)
    const other = await signInAs(email)
    // Questions they asked on the sign-in page, before they signed in: of the platform, and of another company.
    for (const url of ['', `${app.url}/login/bouwmeester`]) {
      const question = { subject: 'Hoe?', message: `Ik ben ${email}`, email, url }
      expect((await app.visitor().post('/public/feedback/public/create', question)).status).toBe(200)
    }
    const own = { subject: 'Hoe?', message: `Mail me op ${email}`, url: '' }
    expect((await client.post('/public/feedback/create', own)).status).toBe(200)
    await client.post('/api/core/account/export', {})
    await app.settle()
    expect(errorsOf(await destroy(client, 'vergeten'))).toEqual([422, [{ field: 'current', rule: 'wrong_password' }]])
    expect(await placesWith(app, email)).toContain('public.core_users')

    expect((await destroy(client)).status).toBe(200)
    for (const one of [client, other]) expect((await one.get('/user/identify')).status).toBe(401)
    await expect(signInAs(email)).rejects.toThrow('401')
    await app.settle()
    expect(await placesWith(app, email)).toEqual([])
    expect(
      (await readdir(await filesFolder(), { recursive: true })).filter((name) => files.some(({ key }) => name.endsWith(String(key)))),
    ).toEqual([])
    expect(
      (await readdir(await filesFolder(), { recursive: true })).filter((name) => /^tasks\/\d+\//.test(name) && name.includes('mijn')),
    ).toEqual([])
    // The holder of a printed certificate can still check its state, without a name.
    for (const { token } of certificates) {
      const { status, body } = await app.visitor().get(`/api/certificates/public/${token}`)
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toContain(lastname)
      expect(body.data.person_name).toMatch(/^(\p{L}\. ?)+$/u)
    }
  })
})

describe('deleting an account, and registering again before it is erased', () => {
  const check = async (email: string) => (await app.visitor().post('/public/register/email', { email })).body
  const questions = (email: string) => system(() => db.from('support_questions').where('email', email).orderBy('id').select('subject'))
  const ask = async (client: TestClient, email: string, subject: string) =>
    expect((await client.post('/public/feedback/public/create', { subject, message: 'Hoe?', email, url: '' })).status).toBe(200)

  /** As the person does it, in the company that they left. */
  async function register(email: string): Promise<TestClient> {
    const client = app.visitor()
    const begun = await client.post('/api/registration/start', { email, language: 'nl', company: 'noordwind', role: 'leerling' })
    expect(begun.body).toEqual({ status: 'good', message: 'code_sent' })
    // The mailed code: one issued here could be replaced when the mail is written.
    const code = await vi.waitFor(
      async () => {
        const mail = await system(() =>
          db.from('core_mail_outbox').where({ to_email: email, trigger: 'core.mail.verify_code' }).whereNotNull('sealed').firstOrFail(),
        )
        return /\b(\d{6})\b/.exec(unseal(mail.sealed).text)![1]!
      },
      { timeout: 300_000, interval: 20 },
    )
    expect((await client.post('/public/register/verify', { code })).body).toEqual({ status: 'good' })
    const given = { firstname: 'Weer', lastname: 'Terug', language: 'nl', metadata: '', code: '', password: PASSWORD, agreed: true }
    expect((await client.post('/register/update', given)).status).toBe(200)
    return client
  }

  it('frees the address at once; the later erasure leaves the new account and its data unchanged', async () => {
    const { email, userId, membershipId } = await newPerson('opnieuw')
    const company = await system(() => db.from('core_companies').where('login_id', 'noordwind').firstOrFail())
    await ask(app.visitor(), email, 'Eerder')
    await system(() => db.table('support_tours').insert({ company_id: company.id, membership_id: membershipId }))
    const client = await signInAs(email)
    expect(await check(email)).toMatchObject({ email_exists: true, active_account: true })
    let back: TestClient
    // The erasure starts and waits half-way for this row.
    await system(() =>
      db.transaction(async (trx) => {
        await trx.from('support_tours').where('membership_id', membershipId).forUpdate().select('membership_id')
        expect((await destroy(client)).status).toBe(200)
        await untilBlocked(app)
        expect(await check(email)).toMatchObject({ email_exists: false, active_account: false })
        await expect(signInAs(email)).rejects.toThrow('401')
        // If somebody reactivates the old membership, no launch and no link may work through it.
        await system(() => db.from('core_memberships').where('id', membershipId).update({ status: 'active' }))
        const { createSession } = await import('#core/accounts/session_store')
        const entry = { userId, companyId: company.id, membershipId, userAgent: null, address: '127.0.0.1', via: 'lti.launch' }
        await expect(createSession(entry)).rejects.toMatchObject({ status: 404 })
        expect(await system(() => db.from('core_sessions').where('user_id', userId))).toEqual([])
        back = await register(email)
        await ask(app.visitor(), email, 'Later')
      }),
    )
    await app.settle()
    expect(await system(() => db.from('core_users').where('id', userId))).toEqual([])
    expect(await system(() => db.from('core_memberships').where('id', membershipId))).toEqual([])
    expect((await back!.get('/user/identify')).status).toBe(200)
    expect((await back!.get('/api/core/profile')).body.data).toMatchObject({ email, details: { firstname: 'Weer' } })
    expect(await questions(email)).toEqual([{ subject: 'Later' }])
    expect(await system(() => db.from('core_mail_outbox').where({ to_email: email, trigger: 'core.mail.verify_code' }))).toHaveLength(1)
    // Running again, as after a kill, changes nothing.
    const { eraseAccount } = await import('#core/profile/delete_account')
    await eraseAccount({ userId, memberships: [membershipId] })
    expect((await back!.get('/user/identify')).status).toBe(200)
  })

  it('lets a supervisor add the person again at once', async () => {
    const { email, membershipId } = await newPerson('terug')
    const supervisor = await signInSupervisor('noordwind')
    const company = await system(() => db.from('core_companies').where('login_id', 'noordwind').firstOrFail())
    await system(() => db.table('support_tours').insert({ company_id: company.id, membership_id: membershipId }))
    const client = await signInAs(email)
    await system(() =>
      db.transaction(async (trx) => {
        await trx.from('support_tours').where('membership_id', membershipId).forUpdate().select('membership_id')
        expect((await destroy(client)).status).toBe(200)
        await untilBlocked(app)
        const person = {
          email,
          firstname: 'Terug',
          lastname: 'Bij',
          birthdate: null,
          language: 'nl',
          role: 'leerling',
          invite: false,
          company: null,
        }
        expect((await supervisor.post('/api/people/participants', person)).status).toBe(201)
      }),
    )
    await app.settle()
    const left = await system(() =>
      db.from('core_memberships as m').join('core_users as u', 'u.id', 'm.user_id').where('u.email', email).select('u.firstname'),
    )
    expect(left).toEqual([{ firstname: 'Terug' }])
  })
})

describe('a company’s rule for inactive people', () => {
  const setRule = (months: number | null) =>
    system(() =>
      db.transaction(async (trx) => {
        const { writeSettings } = await import('#core/companies/change_settings')
        const { id } = await trx.from('core_companies').where('login_id', 'bouwmeester').firstOrFail()
        await writeSettings(trx, { companyId: id, settings: { core: { retention_months: months } }, userId: null, reason: 'test' })
      }),
    )
  const run = async () => {
    const { applyRetention } = await import('#core/privacy/retention')
    await app.inCompany('bouwmeester', applyRetention)
    await app.settle()
  }
  const away = (userId: number, days: number, warned: number | null = null) =>
    system(() =>
      db
        .from('core_memberships')
        .where('user_id', userId)
        .update({
          created_at: new Date(Date.now() - 2000 * 86_400_000),
          last_seen_at: new Date(Date.now() - days * 86_400_000),
          retention_warned_at: warned === null ? null : new Date(Date.now() - warned * 86_400_000),
        }),
    )
  const membership = (userId: number) => system(() => db.from('core_memberships').where('user_id', userId).first())

  it('warns, waits and erases; returning people and managers are spared, and nothing happens without a rule', async () => {
    const people = {
      gone: await newPerson('weg', { company: 'bouwmeester' }),
      warned: await newPerson('gewaarschuwd', { company: 'bouwmeester' }),
      recent: await newPerson('net', { company: 'bouwmeester' }),
      manager: await newPerson('baas', { company: 'bouwmeester', role: 'beheerder' }),
    }
    await away(people.gone.userId, 800)
    await away(people.warned.userId, 800, 31)
    await away(people.recent.userId, 700)
    await away(people.manager.userId, 800, 31)
    expect(await dueIn('core.retention')).toEqual(['bouwmeester'])
    await run()
    expect(await membership(people.warned.userId)).toMatchObject({ retention_warned_at: null })
    expect(await dueIn('core.retention')).toEqual([])
    await away(people.warned.userId, 800, 31)

    // The dry run reports and changes nothing.
    const admin = await signInAs('admin@platform.example')
    const { data } = (await admin.get(`/api/companies/${people.gone.companyId}/retention?months=24`)).body
    const emails = data.people.map((one: { email: string }) => one.email)
    expect(emails).toEqual(expect.arrayContaining([people.gone.email, people.warned.email]))
    expect(emails).not.toEqual(expect.arrayContaining([people.recent.email]))
    expect(emails).not.toEqual(expect.arrayContaining([people.manager.email]))
    expect((await admin.get(`/api/companies/${people.gone.companyId}/retention`)).body.data).toEqual({ total: 0, people: [], months: null })
    expect(await membership(people.warned.userId)).not.toBeNull()

    await setRule(24)
    expect(await dueIn('core.retention')).toEqual(['bouwmeester'])
    await run()
    expect(await membership(people.warned.userId)).toBeNull()
    expect(await placesWith(app, people.warned.email)).toEqual([])
    expect(await mailsTo(people.gone.email, 'core.mail.retention_warning')).toHaveLength(1)
    expect((await membership(people.gone.userId))!.retention_warned_at).not.toBeNull()
    expect(await membership(people.recent.userId)).toMatchObject({ retention_warned_at: null })
    expect(await membership(people.manager.userId)).not.toBeNull()
    // Again on the same day: no second mail, nobody is erased early.
    await run()
    expect(await mailsTo(people.gone.email, 'core.mail.retention_warning')).toHaveLength(1)
    // A person who comes back is removed from the list.
    await signInAs(people.gone.email)
    await run()
    expect(await membership(people.gone.userId)).toMatchObject({ retention_warned_at: null })
    // Also at the very moment that others are being erased.
    const here = { company: 'bouwmeester' }
    const [first, late] = [await newPerson('eerder', here), await newPerson('terug', here)]
    for (const { userId } of [first, late]) await away(userId, 800, 31)
    const held = await system(() => db.transaction())
    await held.from('core_users').where('id', first.userId).forUpdate().select('id')
    const running = run()
    await untilBlocked(app)
    await signInAs(late.email)
    await held.commit()
    await running
    expect(await membership(first.userId)).toBeNull()
    expect(await membership(late.userId)).not.toBeNull()
    await setRule(null)
  })
})
