import { mkdtemp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { startMailServer } from '#core/testing/mail_server'

// @own-process: sets where bounced mail is read from

const mailServer = await startMailServer()
const SECRET = 'shared with the mail service, 32 or more'
const folder = await mkdtemp(join(tmpdir(), 'bounces-'))
await Promise.all(['new', 'cur', 'tmp'].map((name) => mkdir(join(folder, name))))
Object.assign(process.env, { MAIL_BOUNCE_ADDRESS: 'bounce@platform.example', MAIL_BOUNCE_DIR: folder, MAIL_BOUNCE_SECRET: SECRET })

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let member: { id: number; email: string; name: string }
beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  member = await app.inCompany('noordwind', () => db.from('kit_members').where('email', 'leerling@noordwind.example').firstOrFail())
})

const TRIGGER = 'learning.mail.overdue_digest'
async function send(subject: string, to = 'leerling@noordwind.example', { byJob = true } = {}): Promise<number> {
  const { queueDelivery } = await import('#core/mail/queue_delivery')
  const id = await app.inCompany('noordwind', () =>
    db.transaction(async (trx) => {
      const { id: companyId } = await trx.from('core_companies').firstOrFail()
      const [row] = await trx
        .table('core_mail_outbox')
        .insert({
          company_id: companyId,
          membership_id: member.id,
          trigger: TRIGGER,
          dedupe_key: subject,
          language: 'nl',
          to_email: to,
          to_name: 'Sanne',
          from_name: 'Noordwind',
          subject,
          html: '<p>Hallo</p>',
          text: 'Hallo',
        })
        .returning('id')
      if (byJob) await queueDelivery(trx, { companyId, mailId: row.id })
      return row.id as number
    }),
  )
  await app.settle()
  return id
}
const stateOf = (id: number) => app.asSystem(() => db.from('core_mail_outbox').where('id', id).firstOrFail())
const lastLetter = () => mailServer.letters.at(-1)!
const messageIdOf = (source: string) => /^Message-ID: (.*)$/im.exec(source)![1]!.trim()

/** A bounce as a mail server writes it (RFC 3464). */
const notification = (to: string, { status, messageId, id = 'dsn-1' }: { status: string; messageId: string; id?: string }) =>
  `From: MAILER-DAEMON@mx.example\r\nTo: <${to}>\r\nSubject: Undelivered Mail Returned to Sender\r\nMessage-ID: <${id}@mx.example>\r\nMIME-Version: 1.0\r\n` +
  `Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSorry.\r\n` +
  `--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; weg@noordwind.example\r\n` +
  `Action: failed\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; 550 ${status} no such\r\n user here\r\n\r\n` +
  `--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: ${messageId}\r\nSubject: Hoi\r\n\r\nHallo\r\n--b--\r\n`

async function arrives(name: string, source: string) {
  await writeFile(join(folder, 'new', name), source)
  const { readBounceFolder } = await import('#core/mail/bounce_folder')
  await readBounceFolder()
  await app.settle()
}

describe('a bounced mail', () => {
  let bounced: number
  it('identifies itself in its envelope and Message-ID with an unguessable token', async () => {
    bounced = await send('Eerste')
    const { return_token: token } = await stateOf(bounced)
    expect(lastLetter().from).toMatch(new RegExp(`^bounce\\+${token.replaceAll('-', '')}\\.[a-z0-9_-]{16}@platform\\.example$`))
    expect(messageIdOf(lastLetter().source)).toBe(`<${token}@platform.example>`)
  })

  it('blocks its address, except for account mails, once the bounce is in the mailbox', async () => {
    await arrives('1.host', notification(lastLetter().from, { status: '5.1.1', messageId: '<unknown@elsewhere.example>' }))
    expect(await stateOf(bounced)).toMatchObject({ status: 'bounced', holds: true, last_error: '550 5.1.1 no such user here' })
    expect(await readdir(join(folder, 'new'))).toEqual([])
    expect(await readdir(join(folder, 'cur'))).toEqual(['1.host:2,S'])
    const before = mailServer.letters.length
    expect(await stateOf(await send('Tweede'))).toMatchObject({ status: 'held' })
    expect(mailServer.letters.length).toBe(before)
    const { sendMail } = await import('#core/mail/mail_service')
    await app.inCompany('noordwind', () =>
      db.transaction((trx) => sendMail(trx, 'core.mail.password_changed', { to: { member: member.id } })),
    )
    await app.settle()
    expect(mailServer.letters.length).toBe(before + 1)
  })

  it('is shown to the supervisor of the person, who can unblock the address; earlier notices are not repeated', async () => {
    const supervisor = await signInAs('beheerder@noordwind.example')
    const path = `/api/people/participants/${member.id}`
    expect((await supervisor.get(path)).body.data.mail_hold).toMatchObject({
      email: 'leerling@noordwind.example',
      reason: '550 5.1.1 no such user here',
    })
    const stranger = await signInAs('beheerder@bouwmeester.example')
    expect((await stranger.post(`${path}/mails/retry`)).status).toBe(404)
    expect((await supervisor.post(`${path}/mails/retry`)).status).toBe(200)
    await app.settle()
    expect(await stateOf(bounced)).toMatchObject({ status: 'sent', holds: false })
    expect((await supervisor.get(path)).body.data.mail_hold).toBeNull()
    expect((await supervisor.post(`${path}/mails/retry`)).status).toBe(404)
    await arrives('2.host', notification(lastLetter().from, { status: '5.1.1', messageId: messageIdOf(lastLetter().source) }))
    expect(await stateOf(bounced)).toMatchObject({ status: 'sent' })
  })

  it('is found by its Message-ID too; a full mailbox blocks nothing, a delay and invalid reports change nothing', async () => {
    const id = await send('Vol')
    const messageId = messageIdOf(lastLetter().source)
    const source = notification('postmaster@platform.example', { status: '5.2.2', messageId, id: 'dsn-full' })
    for (const other of [source.replace('Action: failed', 'Action: delayed'), 'Subject: hoi\r\n\r\nhallo', '\0\xff'.repeat(500), ''])
      await arrives('rubbish', other)
    expect(await stateOf(id)).toMatchObject({ status: 'sent' })
    await arrives('3.host', source)
    expect(await stateOf(id)).toMatchObject({ status: 'bounced', holds: false })
    expect(await stateOf(await send('Na vol'))).toMatchObject({ status: 'sent' })
  })

  it('blocks nothing for a sender who knows only its Message-ID, as every recipient of a reply does', async () => {
    const id = await send('Beantwoord')
    const [own, { return_token: token }] = [lastLetter().from, await stateOf(id)]
    await send('Van een ander', 'ander@noordwind.example')
    const messageId = `<${token}@platform.example>`
    const forged = [
      ['postmaster@platform.example', messageId],
      [`bounce+${token.replaceAll('-', '')}@platform.example`, messageId],
      [`bounce+${token.replaceAll('-', '')}.${'a'.repeat(16)}@platform.example`, messageId],
      // The token of another mail.
      [`bounce+${token.replaceAll('-', '')}.${lastLetter().from.slice(40, 56)}@platform.example`, messageId],
    ] as const
    for (const [at, [to, about]] of forged.entries())
      await arrives(`4-${at}.host`, notification(to, { status: '5.1.1', messageId: about, id: `forged-${at}` }))
    expect(await stateOf(id)).toMatchObject({ holds: false })
    expect(await stateOf(await send('Daarna'))).toMatchObject({ status: 'sent' })
    // A person's own token beside another person's Message-ID is about their own mail.
    const victim = await send('Slachtoffer', 'slachtoffer@noordwind.example')
    await arrives('4-x.host', notification(own, { status: '5.1.1', messageId: messageIdOf(lastLetter().source), id: 'forged-x' }))
    expect(await stateOf(victim)).toMatchObject({ status: 'sent', holds: false })
    await app.asSystem(() => db.from('core_mail_outbox').update({ holds: false }))
  })

  it('is read after malformed mails: endless nesting, a NUL, a hundred thousand names', async () => {
    const id = await send('Achteraan')
    const real = notification(lastLetter().from, { status: '5.1.1', messageId: '<x@elsewhere.example>', id: 'dsn-behind' })
    const nested = Array.from(
      { length: 40 },
      (_, level) => `Content-Type: multipart/mixed; boundary="n${level}"\r\n\r\n--n${level}\r\n`,
    ).join('')
    const names = Array.from({ length: 70_000 }, (_, at) => `${at.toString(16).padStart(32, '0')}@x.example`).join(', ')
    await writeFile(join(folder, 'new', '5-a.host'), `Subject: x\r\nMIME-Version: 1.0\r\n${nested}`)
    await writeFile(
      join(folder, 'new', '5-b.host'),
      notification('x', { status: '5.1.1', messageId: '<x@y>', id: 'many' }).replace('To: <x>', `To: ${names}`),
    )
    await writeFile(join(folder, 'new', '5-c.host'), real.replace('no such', 'no\0such').replace('dsn-behind', 'dsn-nul'))
    await arrives('5-d.host', real)
    expect(await readdir(join(folder, 'new'))).toEqual([])
    expect(await stateOf(id)).toMatchObject({ status: 'bounced', holds: true, last_error: '550 5.1.1 no such user here' })
    await app.asSystem(() => db.from('core_mail_outbox').update({ holds: false }))
  })

  it('is recognised from the mail server’s refusal of an unknown address, and from no other refusal', async () => {
    mailServer.refuses = (address) =>
      address.startsWith('weg') ? '550 5.1.1 no such user' : address.startsWith('dicht') ? '550 5.7.1 no relay' : null
    expect(await stateOf(await send('Weg', 'weg@noordwind.example'))).toMatchObject({ status: 'bounced', holds: true, attempts: 1 })
    const { deliverMail } = await import('#core/mail/deliver')
    const id = await send('Dicht', 'dicht@noordwind.example', { byJob: false })
    const deliver = () => app.inCompany('noordwind', () => deliverMail({ mailId: id }))
    await expect(deliver()).rejects.toThrow()
    expect(await stateOf(id)).toMatchObject({ status: 'failed', holds: false })
    mailServer.refuses = () => null
    await deliver()
    expect(await stateOf(id)).toMatchObject({ status: 'sent' })
  })
})

describe('POST /public/mail/bounce', () => {
  async function call(body: unknown, { secret = SECRET, at = Math.floor(Date.now() / 1000), header = '' } = {}) {
    const { sealOfReport } = await import('#core/mail/signed_reports')
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await fetch(`${app.url}/public/mail/bounce`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-mail-signature': header || `t=${at},v1=${sealOfReport(secret, at, text)}` },
      body: text,
    })
    const json = (await answer.json().catch(() => null)) as { code?: string } | null
    await app.settle()
    return [answer.status, json?.code ?? null]
  }

  it('marks the mail once per id', async () => {
    const id = await send('Gemeld')
    const report = { id: 'evt-1', mail: messageIdOf(lastLetter().source), status: '5.1.1', reason: 'no such user' }
    expect(await call(report)).toEqual([200, null])
    expect(await stateOf(id)).toMatchObject({ status: 'bounced', holds: true, last_error: 'no such user' })
    const { sendAgain } = await import('#core/mail/outbox_list')
    await app.asSystem(() => sendAgain(String(id)))
    await app.settle()
    expect(await call(report)).toEqual([200, null])
    expect(await stateOf(id)).toMatchObject({ status: 'sent', holds: false })
  })

  it('ignores a forged, old, unknown or malformed report', async () => {
    const id = await send('Veilig')
    const mail = messageIdOf(lastLetter().source)
    const report = { id: 'evt-2', mail, status: '5.1.1', reason: 'no such user' }
    const seconds = () => Math.floor(Date.now() / 1000)
    const now = seconds()
    expect(await call(report, { secret: 'another secret that somebody guessed!' })).toEqual([401, 'invalid_signature'])
    // Compute the time per call: during a slow call a fixed future time would come closer.
    for (const at of [() => seconds() - 301, () => seconds() + 305, () => 0])
      expect(await call(report, { at: at() })).toEqual([401, 'invalid_signature'])
    for (const header of ['nonsense', `t=${now},v1=`, `t=x,v1=${'0'.repeat(64)}`, `t=${now},v1=${'0'.repeat(64)}`])
      expect(await call(report, { header })).toEqual([401, 'invalid_signature'])
    expect(await call({ ...report, mail: '<00000000-0000-4000-8000-000000000000@platform.example>' })).toEqual([404, 'not_found'])
    expect(await call({ ...report, mail: `mail-${id}-${TRIGGER}@platform.example` })).toEqual([404, 'not_found'])
    for (const wrong of [{ ...report, status: '2.0.0' }, { ...report, reason: 'a\r\nBcc: b' }, { ...report, id: { toString: 0 } }, {}])
      expect((await call(wrong))[0]).toBe(422)
    expect((await call('{'))[0]).toBe(400)
    expect((await call(JSON.stringify({ ...report, reason: 'x'.repeat(3_000_000) })))[0]).toBe(413)
    expect(await stateOf(id)).toMatchObject({ status: 'sent' })
  })
})
