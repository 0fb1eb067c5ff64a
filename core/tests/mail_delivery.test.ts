import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#core/testing/app'

// @own-process: sets a mail server

interface Letter {
  from: string
  to: string[]
  source: string
}

const received: Letter[] = []
/** The connections that mails came over. */
const connections = new Set<string>()
let refuseNext = 0
const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  // Milliseconds: the sender keeps its connections open.
  closeTimeout: 1,
  onData(stream, session, done) {
    let source = ''
    stream.on('data', (chunk) => (source += chunk))
    stream.on('end', () => {
      if (refuseNext > 0) {
        refuseNext -= 1
        return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
      }
      connections.add(session.id)
      const { mailFrom, rcptTo } = session.envelope
      received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), source })
      done()
    })
  },
})

let app: TestApp
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  Object.assign(process.env, {
    MAIL_HOST: '127.0.0.1',
    MAIL_PORT: String((server.server.address() as AddressInfo).port),
    MAIL_FROM_ADDRESS: 'noreply@platform.example',
  })
  app = await testApp()
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

async function writeMail(subject: string): Promise<number> {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  const { sendJob } = await import('#core/events/outbox')
  return app.inCompany('noordwind', () =>
    db.transaction(async (trx) => {
      const company = await trx.from('core_companies').firstOrFail()
      const [row] = await trx
        .table('core_mail_outbox')
        .insert({
          company_id: company.id,
          trigger: 'sample.mail',
          dedupe_key: subject,
          language: 'nl',
          to_email: 'sanne@noordwind.example',
          to_name: 'Sanne',
          from_name: 'Noordwind Academie',
          subject,
          html: '<p>Hallo Zoë</p>',
          text: 'Hallo Zoë',
        })
        .returning('id')
      const id = typeof row === 'object' ? row.id : row
      await sendJob(trx, 'core.mail.deliver', { mailId: id })
      return id
    }),
  )
}

async function stateOf(id: number) {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  return app.inCompany('noordwind', () => db.from('core_mail_outbox').where('id', id).firstOrFail())
}

describe('with an SMTP server', () => {
  it('delivers a mail of the outbox in the company’s name', async () => {
    const id = await writeMail('Je certificaat staat klaar')
    await app.settle()
    expect(await stateOf(id)).toMatchObject({ status: 'sent', attempts: 1, last_error: null })
    const [letter] = received
    expect(letter).toMatchObject({ from: 'noreply@platform.example', to: ['sanne@noordwind.example'] })
    expect(letter!.source).toMatch(/^From: Noordwind Academie <noreply@platform\.example>/m)
    expect(letter!.source).toMatch(/^Subject: Je certificaat staat klaar/m)
    expect(letter!.source).toMatch(/multipart\/alternative/)
  })

  it('retries when the server refuses it and sends it once', async () => {
    refuseNext = 1
    const before = received.length
    const id = await writeMail('Nog een keer')
    await app.settle()
    expect(await stateOf(id)).toMatchObject({ status: 'sent', attempts: 2 })
    expect(received.length - before).toBe(1)
  })

  it('keeps its connection for the next mail, and opens one after the server closed it', async () => {
    const [before, opened] = [received.length, connections.size]
    for (const subject of ['Eerste', 'Tweede', 'Derde']) {
      await writeMail(subject)
      await app.settle()
    }
    expect(received.length - before).toBe(3)
    expect(connections.size - opened).toBeLessThan(3)
    for (const { _socket: socket } of (server as unknown as { connections: Set<{ _socket: Socket }> }).connections) socket.destroy()
    const id = await writeMail('Na een verbroken verbinding')
    await app.settle()
    expect(await stateOf(id)).toMatchObject({ status: 'sent' })
    expect(received.length - before).toBe(4)
  })

  it('does not send a mail again when its job is delivered again', async () => {
    const id = await writeMail('Eenmaal is genoeg')
    await app.settle()
    const before = received.length
    const { deliverMail } = await import('#core/mail/deliver')
    await app.inCompany('noordwind', () => deliverMail({ mailId: id }))
    expect(received.length).toBe(before)
    expect(await stateOf(id)).toMatchObject({ status: 'sent', attempts: 1 })
  })
})
