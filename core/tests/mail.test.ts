import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#core/testing/app'
import { startMailServer } from '#core/testing/mail_server'
import { defineMail } from '#core/contract/mail'

// @own-process: sets a mail server

const mailServer = await startMailServer()
const received = mailServer.letters

/** Decodes quoted-printable and base64 parts. */
const plain = (source: string) =>
  source.replace(/=\r?\n/g, '').replace(/((?:=[0-9A-F]{2})+)/g, (hex) => Buffer.from(hex.replaceAll('=', ''), 'hex').toString())

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let files: Parameters<NonNullable<ReturnType<typeof defineMail>['attachments']>>[0]
beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  const { pluginRegistry } = await import('#core/plugins/registry')
  const load = async ({ secret }: { secret?: string }) => ({
    actionUrl: `https://platform.example/invite?token=${secret ?? 'x'}`,
    waiting: '',
  })
  const sample = { actionUrl: 'https://platform.example/invite?token=sample', waiting: '' }
  // The words of the invitation, which every language has; sent directly.
  const declared = [
    defineMail({
      trigger: 'core.mail.invitation',
      load,
      secrets: ['actionUrl'],
      sample,
      aboutAccount: true,
      attachments: async () => files ?? [],
    }),
  ].map((mail) => ({ ...mail, plugin: 'core' }))
  Object.assign(pluginRegistry(), { mails: [...declared, ...pluginRegistry().mails] })
})

const TRIGGER = 'core.mail.invitation'
const mailOf = (email: string) => app.asSystem(() => db.from('core_mail_outbox').where('to_email', email).orderBy('id', 'desc').first())
const lettersTo = (email: string) => received.filter(({ to }) => to.includes(email))
async function send(to: object, payload: object = {}, key?: string): Promise<boolean> {
  const { sendMail } = await import('#core/mail/mail_service')
  return app.inCompany('noordwind', () => db.transaction((trx) => sendMail(trx, TRIGGER, { to: to as never, payload, key })))
}

describe('a mail that is sent directly', () => {
  it('reaches a bare address, in the company’s name and its language', async () => {
    expect(await send({ email: 'klant@elders.example', name: 'Kim' })).toBe(true)
    await app.settle()
    const [letter] = lettersTo('klant@elders.example')
    expect(plain(letter!.source)).toContain('Je krijgt deze mail van Noordwind.')
    expect(await mailOf('klant@elders.example')).toMatchObject({ status: 'sent', language: 'nl', to_name: 'Kim', membership_id: null })
  })

  it('reaches an admin without a company as the platform, invisible to every company', async () => {
    const { sendMail } = await import('#core/mail/mail_service')
    const admin = await app.asSystem(() => db.from('core_users').where('email', 'admin@platform.example').firstOrFail())
    await app.asSystem(() =>
      db.transaction((trx) => sendMail(trx, TRIGGER, { to: { person: admin.id }, payload: { secret: 'admin-secret' } })),
    )
    await app.settle()
    const [letter] = lettersTo('admin@platform.example')
    expect(letter!.source).toMatch(/^From: Leerplatform </m)
    expect(plain(letter!.source)).toContain('token=admin-secret')
    expect(await mailOf('admin@platform.example')).toMatchObject({ status: 'sent', company_id: null, user_id: admin.id })
    for (const company of ['noordwind', 'bouwmeester']) {
      expect(await app.inCompany(company, () => db.from('core_mail_outbox').where('to_email', 'admin@platform.example'))).toEqual([])
    }
    await expect(send({ person: admin.id })).rejects.toThrow(/across companies only/)
  })

  it('is not sent when its transaction fails, and once for one key', async () => {
    const { sendMail } = await import('#core/mail/mail_service')
    const to = { email: 'eenmaal@elders.example', name: 'Eva' }
    await app
      .inCompany('noordwind', () =>
        db.transaction(async (trx) => {
          await sendMail(trx, TRIGGER, { to })
          throw new Error('changed my mind')
        }),
      )
      .catch(() => {})
    await Promise.all([send(to, {}, 'once'), send(to, {}, 'once'), send(to, {}, 'once')])
    await app.settle()
    expect(lettersTo(to.email)).toHaveLength(1)
  })

  it('hides its secret from readers of the outbox, before and after it is sent', async () => {
    const email = 'geheim@elders.example'
    mailServer.beforeAccept = async () => {
      const row = await mailOf(email)
      const shown = JSON.stringify({ ...row, payload: null })
      expect(shown).not.toContain('open-sesame')
      expect(row.text).toContain('token=••••••••')
    }
    await send({ email, name: 'Gea' }, { secret: 'open-sesame' })
    await app.settle()
    mailServer.beforeAccept = async () => {}
    expect(plain(lettersTo(email)[0]!.source)).toContain('token=open-sesame')
    expect(JSON.stringify(await mailOf(email))).not.toContain('open-sesame')
    expect(await mailOf(email)).toMatchObject({ status: 'sent', sealed: null, payload: null })
  })
})

describe('attachments', () => {
  it('are sent, stored files and generated ones, and are listed in the outbox', async () => {
    const { storeFile } = await import('#core/files/file_store')
    const { TEST_PURPOSE, declareTestPurpose, pdfOf } = await import('#core/testing/file_checks')
    await declareTestPurpose()
    const content = pdfOf(50_000)
    const file = await app.inCompany('noordwind', () => storeFile(TEST_PURPOSE, { name: 'Bewijs.pdf', content, membershipId: null }))
    files = [{ file: file.id }, { name: 'dag.txt', contentType: 'text/plain', content: Buffer.from('vandaag') }] as never
    await send({ email: 'bijlage@elders.example', name: 'Bo' })
    await app.settle()
    const { source } = lettersTo('bijlage@elders.example')[0]!
    expect(source.replace(/\r?\n/g, '')).toContain(content.toString('base64'))
    expect(source).toMatch(/filename=Bewijs\.pdf/)
    expect(source).toContain('multipart/mixed')
    expect((await mailOf('bijlage@elders.example')).attachments).toEqual([
      { name: 'Bewijs.pdf', size: 50_000 },
      { name: 'dag.txt', size: 7 },
    ])
  })

  it('that are too large or missing stop the mail with a reason', async () => {
    const { MAX_ATTACHMENT_BYTES } = await import('#core/contract/mail')
    const { deliverMail } = await import('#core/mail/deliver')
    for (const [wrong, message] of [
      [[{ name: 'x', contentType: 'text/plain', content: Buffer.alloc(MAX_ATTACHMENT_BYTES + 1) }], /attachments_too_large/],
      [[{ file: 999_999 }], /attachment_lost/],
    ] as const) {
      files = wrong as never
      const id = await app.inCompany('noordwind', async () => {
        const company = await db.from('core_companies').firstOrFail()
        const row = {
          company_id: company.id,
          trigger: TRIGGER,
          dedupe_key: String(message),
          language: 'nl',
          to_email: 'groot@elders.example',
          to_name: 'G',
          from_name: 'N',
        }
        const [made] = await db.table('core_mail_outbox').insert(row).returning('id')
        return made.id as number
      })
      await expect(app.inCompany('noordwind', () => deliverMail({ mailId: id }))).rejects.toThrow(message)
      expect(await mailOf('groot@elders.example')).toMatchObject({ status: 'failed' })
    }
    files = [] as never
    expect(lettersTo('groot@elders.example')).toEqual([])
  })
})

describe('two deliveries of one mail', () => {
  it('send it once when they run concurrently', async () => {
    const { deliverMail } = await import('#core/mail/deliver')
    const email = 'tegelijk@elders.example'
    let release!: () => void
    const held = new Promise<void>((resolve) => (release = resolve))
    mailServer.beforeAccept = () => held
    await send({ email, name: 'T' })
    let row = await mailOf(email)
    while (row.status !== 'sending') row = await mailOf(email)
    const others = await Promise.allSettled(
      Array.from({ length: 5 }, () => app.inCompany('noordwind', () => deliverMail({ mailId: row.id }))),
    )
    expect(others.every((result) => result.status === 'rejected' && /being sent by another/.test(String(result.reason)))).toBe(true)
    release()
    mailServer.beforeAccept = async () => {}
    await app.settle()
    expect([lettersTo(email).length, (await mailOf(email)).attempts]).toEqual([1, 1])
  })

  it('send it once and mark it uncertain when the first died between the server’s acceptance and recording it', async () => {
    const { deliverMail, resolveInterrupted } = await import('#core/mail/deliver')
    const email = 'onzeker@elders.example'
    await send({ email, name: 'O' })
    await app.settle()
    const { id } = await mailOf(email)
    // The state after a process was killed right after the server accepted the mail.
    await app.asSystem(() =>
      db.from('core_mail_outbox').where('id', id).update({ status: 'sending', claimed_at: new Date(), sent_at: null }),
    )
    await resolveInterrupted()
    expect(await mailOf(email)).toMatchObject({ status: 'sending' })
    await resolveInterrupted(Date.now() + 6 * 60_000)
    expect(await mailOf(email)).toMatchObject({ status: 'uncertain' })
    await app.inCompany('noordwind', () => deliverMail({ mailId: id }))
    expect(lettersTo(email)).toHaveLength(1)
    // For the receiving server it is the same mail: its id stays.
    const { sendAgain } = await import('#core/mail/outbox_list')
    // Another company's code finds no such mail.
    await expect(app.inCompany('bouwmeester', () => sendAgain(String(id)))).rejects.toMatchObject({ code: 'not_found' })
    await sendAgain(String(id))
    await app.settle()
    const ids = lettersTo(email).map(({ source }) => /^Message-ID: (.*)$/im.exec(source)![1])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })
})

describe('a mail whose server accepted it without a reply', () => {
  it('is uncertain and not sent again automatically', async () => {
    const email = 'stil@elders.example'
    mailServer.hangsUp = true
    await send({ email, name: 'S' })
    await app.settle()
    mailServer.hangsUp = false
    expect(await mailOf(email)).toMatchObject({ status: 'uncertain', attempts: 1, claimed_at: null })
    expect(lettersTo(email)).toHaveLength(1)
  })

  it('is uncertain too when it was accepted and that could not be recorded', async () => {
    const email = 'ongenoteerd@elders.example'
    // A database name that does not exist stands for a database that is unavailable at that moment.
    files = [{ name: 'a\u0000b.txt', contentType: 'text/plain', content: Buffer.from('x') }] as never
    await send({ email, name: 'O' })
    await app.settle()
    files = [] as never
    expect(await mailOf(email)).toMatchObject({ status: 'uncertain', attempts: 1 })
    expect(lettersTo(email)).toHaveLength(1)
  })
})

describe('a company’s own mail texts', () => {
  const texts = () => import('#core/mail/texts')
  const words = { subject: 'Welkom bij {company}, {firstname}', body: 'Dag {firstname},\n\nJe mag beginnen.', action: 'Begin' }
  const idOf = (login: string) => app.asSystem(async () => (await db.from('core_companies').where('login_id', login).firstOrFail()).id)
  const save = async (login: string | null, change: object = {}) => {
    const { readText, saveText } = await texts()
    const key = { company: login ? await idOf(login) : null, trigger: TRIGGER, language: 'nl' }
    const { version } = await app.asSystem(() => readText(key))
    const write = () => saveText({ ...key, words, version, by: null, ...change })
    return login ? app.inCompany(login, write) : app.asSystem(write)
  }
  const subjects = async (language: string, company = 'noordwind') => {
    const { sendMail } = await import('#core/mail/mail_service')
    const to = { email: `woorden-${language}-${Math.random()}@elders.example`, name: 'Wil', language }
    await app.inCompany(company, () => db.transaction((trx) => sendMail(trx, TRIGGER, { to })))
    await app.settle()
    return (await mailOf(to.email)).subject as string
  }

  it('replace the platform’s in that language, for that company, until they are removed', async () => {
    await save('noordwind')
    expect(await app.inCompany('bouwmeester', () => db.from('core_mail_texts'))).toEqual([])
    expect(await subjects('nl')).toBe('Welkom bij Noordwind, Wil')
    expect(await subjects('en')).toBe('Your invitation to Noordwind')
    expect(await subjects('nl', 'bouwmeester')).toBe('Je uitnodiging voor Bouwmeester')
    const events = await app.asSystem(() => db.from('core_outbox').where('name', 'core.mail_text.changed'))
    expect(events.map(({ payload }) => payload)).toEqual([{ trigger: TRIGGER, language: 'nl' }])
    await save('noordwind', { words: null })
    expect(await subjects('nl')).toBe('Je uitnodiging voor Noordwind')
  })

  it('override the platform’s, which override the built-in ones; sent mails stay unchanged', async () => {
    const email = 'eerder@elders.example'
    await send({ email, name: 'E' })
    await app.settle()
    await save(null, { words: { ...words, subject: 'Platform: {company}' } })
    expect(await subjects('nl', 'bouwmeester')).toBe('Platform: Bouwmeester')
    await save('noordwind')
    expect(await subjects('nl')).toBe('Welkom bij Noordwind, Wil')
    expect(await subjects('nl', 'bouwmeester')).toBe('Platform: Bouwmeester')
    expect((await mailOf(email)).subject).toBe('Je uitnodiging voor Noordwind')
    await save('noordwind', { words: null })
    expect(await subjects('nl')).toBe('Platform: Noordwind')
    await save(null, { words: null })
  })

  it('can be written by no other company, nor the platform’s by any company', async () => {
    const { readText, saveText } = await texts()
    for (const login of ['noordwind', null]) {
      const key = { company: login ? await idOf(login) : null, trigger: TRIGGER, language: 'nl' }
      const { version } = await app.asSystem(() => readText(key))
      await expect(app.inCompany('bouwmeester', () => saveText({ ...key, words, version, by: null }))).rejects.toThrow(/row-level security/)
    }
  })

  it('are refused with the names of unknown placeholders', async () => {
    const wrong: [object, object, object?][] = [
      [
        { body: 'Dag {voornaam}, {firstname}, {n, plural, one {{wie}} other {#}}' },
        { field: 'body', rule: 'unknown_placeholder', meta: { names: 'voornaam, n, wie' } },
      ],
      [{ subject: 'Dag {firstname' }, { field: 'subject', rule: 'not_icu' }],
      // Readers would see "Dag NaN".
      [{ subject: 'Dag {firstname, number}' }, { field: 'subject', rule: 'not_icu' }],
      [{ subject: '  ' }, { field: 'subject', rule: 'required' }],
      [{ subject: 'Dag\r\nBcc: iedereen@elders.example' }, { field: 'subject', rule: 'hidden_characters' }],
      // As text that differs from the shown one, in the list of a mailbox.
      [{ subject: 'Dag \u202egnilaateb' }, { field: 'subject', rule: 'hidden_characters' }],
      [{ action: 'Begin\u200bhier' }, { field: 'action', rule: 'hidden_characters' }],
      [{ body: ' \u200b\n\u2060' }, { field: 'body', rule: 'required' }],
      [{ body: 'Dag <img src=x onerror=alert(1)>' }, { field: 'body', rule: 'html' }],
      [{ action: '<b>Begin</b>' }, { field: 'action', rule: 'html' }],
      [{ body: 'x'.repeat(10_001) }, { field: 'body', rule: 'maxLength' }],
      [{}, { field: 'language', rule: 'enum' }, { language: 'xx' }],
    ]
    for (const [change, error, key = {}] of wrong) {
      await expect(save('noordwind', { words: { ...words, ...change }, ...key })).rejects.toMatchObject({ details: { errors: [error] } })
    }
    await expect(save('noordwind', { trigger: 'no.such' })).rejects.toMatchObject({ status: 404 })
    // The essential link of a mail may not be left out; quoted it is no placeholder.
    for (const body of ['Zonder code', "Je code is '{code}'"]) {
      await expect(save('noordwind', { trigger: 'core.mail.reset_code', words: { ...words, body } })).rejects.toMatchObject({
        details: { errors: [{ field: 'body', rule: 'missing_placeholder', meta: { names: 'code' } }] },
      })
    }
  })
})
