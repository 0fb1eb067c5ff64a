import { type AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { operatedServer, type OperatedServer } from '#core/testing/operated_server'
import { PASSWORD, TestClient } from '#core/testing/client'

// @own-process: sets a mail server

// Starts the server as an operator does, kills it three times with -9 while it writes a campaign's mails, and counts the mails at a real
// mail server. `CAMPAIGN_PEOPLE=50000` makes it as large as the issue wants; that takes about an hour.

const PEOPLE = Number(process.env.CAMPAIGN_PEOPLE ?? 500)
// Only a hang reaches these.
const WAIT = { timeout: Math.max(300_000, PEOPLE * 120), interval: 100 }
const operator = operatedServer()
const query = <T>(sql: string) => operator.query<T>(sql)
const received: string[] = []
const headers: string[] = []

const smtp = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  // Milliseconds: the sender keeps its connections open.
  closeTimeout: 1,
  onData(stream, session, done) {
    let source = ''
    stream.on('data', (chunk) => (source += chunk))
    stream.on('end', () => {
      received.push(...session.envelope.rcptTo.map(({ address }) => address))
      // A long header continues on the next line.
      headers.push(source.split('\r\n\r\n')[0]!.replace(/\r\n[ \t]+/g, ' '))
      done()
    })
  },
})
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  operator.environment.MAIL_HOST = '127.0.0.1'
  operator.environment.MAIL_PORT = String((smtp.server.address() as AddressInfo).port)
  operator.environment.MAIL_FROM_ADDRESS = 'noreply@platform.example'
})
afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())))

// A server that is killed resets the connections that it kept for the next mail.
smtp.on('error', () => {})

const count = async (from: string) => Number((await query<{ n: string }>(`select count(*) as n ${from}`))[0]!.n)
const MAILS = `from core_mail_outbox where trigger = 'marketing.mail.campaign' and to_email like 'kill%@marketing.example'`
const written = () => count(MAILS)

/** Lets a server write mails, and kills it in the middle of a batch: a trigger blocks the mail of one person. */
async function killAt(
  person: number,
  start: () => Promise<OperatedServer>,
  work: (server: OperatedServer) => Promise<void> = async () => {},
) {
  const holder = await operator.connect()
  await holder.query('select pg_advisory_lock(7)')
  await holder.query(`
    create function hold_one() returns trigger language plpgsql as $$
      begin if new.to_email = 'kill${person}@marketing.example' then perform pg_advisory_xact_lock_shared(7); end if; return new; end $$;
    grant execute on function hold_one() to public;
    create trigger hold_one before insert on core_mail_outbox for each row execute function hold_one()`)
  const server = await start()
  await work(server)
  // It is blocked before this person's mail, in the middle of a batch.
  await vi.waitFor(async () => expect(await count(`from pg_locks where locktype = 'advisory' and not granted and objid = 7`)).toBe(1), WAIT)
  await server.kill()
  await holder.query('select pg_advisory_unlock(7)')
  await holder.query('drop trigger hold_one on core_mail_outbox; drop function hold_one()')
  await holder.end()
  return written()
}

it(
  `mails each of ${PEOPLE} people once, whenever the server is killed and however often the campaign is started`,
  { timeout: 4 * WAIT.timeout },
  async () => {
    const first = await operator.start()
    await query(`
    with u as (insert into core_users (email, firstname, lastname, language, birthdate)
               select 'kill' || n || '@marketing.example', 'Persoon ' || n, 'Post', 'nl', '1990-05-01' from generate_series(1, ${PEOPLE}) n returning id),
         m as (insert into core_memberships (company_id, user_id, role)
               select c.id, u.id, 'examinator' from u, core_companies c where c.login_id = 'noordwind' returning id, company_id)
    insert into marketing_consents (company_id, membership_id, words, language, given_at) select company_id, id, 'Ja', 'nl', now() from m`)
    // Exclude the demo's own people.
    await query(`update marketing_consents set withdrawn_at = now() where words <> 'Ja'`)
    let id = 0
    const begin = async (server: OperatedServer) => {
      const admin = new TestClient(server.url)
      await admin.post('/public/auth/login/', { email: 'admin@platform.example', password: PASSWORD })
      const words = { subject_nl: 'Nieuws', body_nl: 'Hoi {firstname}', action_nl: '', subject_en: '', body_en: '', action_en: '' }
      const audience = { company: null, roles: ['examinator'], languages: ['nl'], people: {} }
      const made = await admin.post('/api/marketing/campaigns', { name: 'Killed', link: '/', pace: 6000, ...audience, ...words })
      id = made.body.data.id
      const answers = await Promise.all([0, 1].map(() => admin.post(`/api/marketing/campaigns/${id}/start`, { at: null })))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    }
    // In the middle of a batch of 50.
    const at = (part: number) => Math.floor((PEOPLE * part) / 50) * 50 + 25
    const afterFirst = await killAt(at(0.25), async () => first, begin)
    expect(afterFirst).toBeGreaterThan(0)
    expect(afterFirst).toBeLessThan(at(0.25))
    const afterSecond = await killAt(at(0.5), () => operator.start())
    expect(afterSecond).toBeGreaterThanOrEqual(afterFirst)
    expect(afterSecond).toBeLessThan(at(0.5))
    const afterThird = await killAt(at(0.75), () => operator.start())
    expect(afterThird).toBeGreaterThanOrEqual(afterSecond)
    expect(afterThird).toBeLessThan(at(0.75))
    const last = await operator.start()
    await vi.waitFor(async () => expect(await count(`from marketing_campaigns where id = ${id} and state = 'done'`)).toBe(1), WAIT)
    // Nothing is left that could still be sent. Mails that were being handed over when the server died are uncertain, and are not sent again.
    await vi.waitFor(async () => expect(await count(`${MAILS} and status in ('waiting', 'sending', 'failed')`)).toBe(0), {
      ...WAIT,
      timeout: Math.max(420_000, WAIT.timeout),
    })
    const [counts] = await query(`
    select count(*)::int as recipients, count(distinct membership_id)::int as people, count(*) filter (where state = 'sent')::int as sent
      from marketing_recipients where campaign_id = ${id}`)
    expect(counts).toEqual({ recipients: PEOPLE, people: PEOPLE, sent: PEOPLE })
    expect([await written(), await count(`from (select distinct membership_id ${MAILS}) t`)]).toEqual([PEOPLE, PEOPLE])
    // At the mail server: nobody got it twice, and everybody got it whose mail is not uncertain.
    const got = received.filter((address) => address.endsWith('@marketing.example'))
    expect(new Set(got).size).toBe(got.length)
    const uncertain = await count(`${MAILS} and status = 'uncertain'`)
    expect(got.length).toBeGreaterThanOrEqual(PEOPLE - uncertain)
    expect(got.length).toBeLessThanOrEqual(PEOPLE)
    const own = headers.find((head) => /^To: .*@marketing\.example/m.test(head))!
    expect(own).toMatch(/^List-Unsubscribe: <http[^>]+\/afmelden\/\d+\.[\w-]{43}>/m)
    expect(own).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
    await last.stop()
  },
)
