import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createParticipant } from '#core/testing/factories'
import { readPdf } from '#core/testing/read_pdf'
import { assertNorm } from './en16931.js'
import { assertPeppol } from './peppol.js'

// The VAT of bookings and its reasons, from the wizard to the files, by decision 0266: six invoices and their edge cases.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let admin: TestClient
let taught: number
let elearning: number
let moment: number
let open: number

const BUYER = {
  ...{ company: 'Noordwind B.V.', contact: 'Crediteuren', contact_email: 'inkoop@buyer.example', invoice_email: 'facturen@buyer.example' },
  ...{ street: 'Kade 1', postal_code: '1976 CA', city: 'IJmuiden', country: 'NL', vat_number: '', registration_number: '' },
}
const query = <T>(sql: string, values: unknown[] = []): Promise<T[]> =>
  app.asSystem(async () => (await db.rawQuery<{ rows: T[] }>(sql, values as never[])).rows)
const seller = async () => (await admin.get('/api/invoices/seller')).body.data
const registered = async (crkboSince: string | null) => {
  const { status } = await admin.put('/api/invoices/seller', { ...(await seller()), crkboSince })
  expect(status).toBe(200)
}

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  await app.settle()
  supervisor = await signInAs('beheerder@noordwind.example')
  admin = await signInAs('admin@platform.example')
  await registered(addDays(today(), -30))
  const course = async (shortname: string) =>
    (await query<{ id: number }>('select id from learning_courses where shortname = ?', [shortname]))[0]!.id
  taught = await course('werken-op-hoogte')
  elearning = await course('tillen-en-dragen')
  await publishAs('taught')
  const exam = async (closes: boolean) => {
    const [made] = await query<{ id: number }>(
      `with e as (insert into exams_exams (course_id, languages, closes_teaching) values (?, '{nl}', ?) returning id)
       insert into exams_moments (exam_id, city, location, address, language, starts_at, seats)
         select id, 'Utrecht', 'Zaal', 'Plein 1', 'nl', now() + interval '50 days', 50 from e returning id`,
      [taught, closes],
    )
    return made!.id
  }
  moment = await exam(true)
  open = await exam(false)
})

/** Sets the VAT kind of the course in the editor and publishes it. */
async function publishAs(vatKind: string): Promise<void> {
  const base = `/api/learning/editor/courses/${taught}/draft`
  expect((await admin.post(base)).status).toBe(200)
  const draft = (await admin.get(base)).body.data
  const content = { ...draft.course, vatKind }
  const saved = await admin.put(`${base}/parts`, { kind: 'course', key: '', revision: draft.revisions['course:'], content })
  expect(saved.status).toBe(200)
  expect((await admin.get(`${base}/check`)).body.data.differences.settings).toMatchObject([{ field: 'vatKind', to: vatKind }])
  expect((await admin.post(`${base}/publication`, { past: 1 })).status).toBe(200)
}

const person = async () => (await createParticipant('noordwind', { firstname: 'Fiscaal', birthdate: '1990-01-01' })).id

async function booked(more: Record<string, unknown>): Promise<{ id: number; number: string }> {
  const answers = { course: taught, type: 'elearning', people: [{ membership: await person() }], method: 'invoice', buyer: BUYER, ...more }
  const { body } = await supervisor.post('/api/booking/price', { answers })
  expect(body.data.problems).toEqual([])
  const draft = (await supervisor.put('/api/booking/draft', { answers, step: 'billing' })).body.data
  const made = await supervisor.post('/api/booking/bookings', {
    ...{ draft: draft.id, version: draft.version, total_cents: body.data.costs.total_cents },
  })
  expect(made.status).toBe(201)
  await app.settle()
  return { id: made.body.data.id, number: (await supervisor.get(`/api/booking/bookings/${made.body.data.id}`)).body.data.number }
}

interface Bill {
  id: number
  lines: { reason: string; rate: number; text: string }[]
  vat_cents: number
  ubl: string
  /** In the other language too. */
  english: string[]
}
/** The last invoice of a booking with its files, which follow every rule. */
async function billOf(number: string): Promise<Bill> {
  const [row] = await query<{ id: number }>(
    `select id from invoices_invoices where subject like 'booking:' || ? || '%' and kind = 'invoice' order by id desc limit 1`,
    [number],
  )
  const { body } = await supervisor.get(`/api/invoices/invoices/${row!.id}`)
  const { ublOf, drawingOf } = await import('../server/services/documents.js')
  const { wholeInvoice } = await import('../server/services/store.js')
  const whole = await app.inCompany('noordwind', () => wholeInvoice(row!.id))
  const ubl = ublOf(whole)
  assertNorm(ubl)
  assertPeppol(ubl)
  const { rows } = drawingOf({ ...whole, invoice: { ...whole.invoice, language: 'en' } }, '#003366')
  return { ...body.data, ubl, english: rows.map(({ reason }) => reason) }
}
const reasons = ({ lines }: Bill) => lines.map(({ reason }) => reason)

describe('an invoice', () => {
  it('of e-learning is taxed, although the seller is registered', async () => {
    const bill = await billOf((await booked({ course: elearning })).number)
    expect(reasons(bill)).toEqual(['Btw 21%: e-learning zonder docent is belast.'])
    expect(bill.english).toEqual(['VAT 21%: e-learning without a teacher is taxed.'])
    expect(bill.vat_cents).toBe(399)
    expect(bill.ubl).not.toContain('VATEX')
  })

  it('of a course with a teacher is exempt', async () => {
    const bill = await billOf((await booked({})).number)
    expect(reasons(bill)).toEqual(['Vrijgesteld van btw: onderwijs met een docent, verkoper staat in het CRKBO.'])
    expect(bill.english).toEqual(['Exempt from VAT: teaching with a teacher, the seller is in the CRKBO register.'])
    expect(bill.vat_cents).toBe(0)
    expect(bill.ubl).toContain('<cbc:TaxExemptionReasonCode>VATEX-EU-132-1I</cbc:TaxExemptionReasonCode>')
  })

  it('of the exam after it is exempt, booked with it or added to it', async () => {
    const closing = 'Vrijgesteld van btw: dit examen sluit vrijgesteld onderwijs af.'
    const both = await billOf((await booked({ type: 'elearning_exam', moment })).number)
    expect(reasons(both)).toEqual([expect.stringContaining('onderwijs met een docent'), closing])
    expect(both.english[1]).toBe('Exempt from VAT: this exam closes exempt teaching.')
    expect(both.vat_cents).toBe(0)
    const later = await booked({})
    const { updated_at: version } = (await supervisor.get(`/api/booking/bookings/${later.id}`)).body.data
    const added = await supervisor.post(`/api/booking/bookings/${later.id}/acts`, { act: 'add_exam', moment, updated_at: version })
    expect(added.status).toBe(200)
    await app.settle()
    const bill = await billOf(later.number)
    expect([reasons(bill), bill.vat_cents]).toEqual([[closing], 0])
  })

  it('of a loose exam is taxed, and so is an exam that closes nothing', async () => {
    const loose = 'Btw 21%: dit examen sluit geen vrijgesteld onderwijs af.'
    const alone = await billOf((await booked({ type: 'exam', moment })).number)
    expect(reasons(alone)).toEqual([loose])
    expect(alone.english).toEqual(['VAT 21%: this exam closes no exempt teaching.'])
    expect(alone.vat_cents).toBe(4_095)
    const beside = await billOf((await booked({ type: 'elearning_exam', moment: open })).number)
    expect(reasons(beside)).toEqual([expect.stringContaining('onderwijs met een docent'), loose])
    expect(beside.vat_cents).toBe(4_095)
  })

  it.each([
    ['Belgian', 'BE', 'BE0776091951', 'België', 'Belgium', '<cbc:EndpointID schemeID="0208">0776091951</cbc:EndpointID>'],
    ['German', 'DE', 'DE136695976', 'Duitsland', 'Germany', '<cbc:EndpointID schemeID="EM">facturen@buyer.example</cbc:EndpointID>'],
  ])('to a %s business is reverse charged, also for teaching', async (_name, country, vat_number, nl, en, endpoint) => {
    const buyer = { ...BUYER, country, vat_number }
    for (const course of [elearning, taught]) {
      const bill = await billOf((await booked({ course, buyer })).number)
      expect(reasons(bill)).toEqual([`Btw verlegd naar de afnemer (${nl}), artikel 196 Richtlijn 2006/112/EG.`])
      expect(bill.english[0]).toContain(en)
      expect(bill.vat_cents).toBe(0)
      expect(bill.ubl).toContain(endpoint)
      expect(bill.ubl).toContain('<cbc:TaxExemptionReasonCode>VATEX-EU-AE</cbc:TaxExemptionReasonCode>')
    }
  })

  it('prints its reasons below each line', async () => {
    const { id } = await billOf((await booked({ type: 'elearning_exam', moment: open })).number)
    const { pdfOf } = await import('../server/services/documents.js')
    const { wholeInvoice } = await import('../server/services/store.js')
    const pdf = await app.inCompany('noordwind', async () => pdfOf(await wholeInvoice(id)))
    expect((await readPdf(pdf)).structure).toContain('TR(TD TD TD TD TD) TR(TD TD TD TD TD)')
  })
})

describe('the seller', () => {
  it('who is not registered, or not yet, charges VAT on teaching', async () => {
    for (const since of [null, addDays(today(), 1)]) {
      await registered(since)
      const bill = await billOf((await booked({ type: 'elearning_exam', moment })).number)
      const because = 'Btw 21%: de verkoper stond niet in het CRKBO.'
      expect(reasons(bill)).toEqual([because, because])
      expect(bill.english[0]).toBe('VAT 21%: the seller was not in the CRKBO register.')
    }
    await registered(today())
    const bill = await billOf((await booked({})).number)
    expect(bill.vat_cents).toBe(0)
  })

  it('is not needed for a course that a company made itself', async () => {
    await query(`update learning_courses set company_id = (select id from core_companies where login_id = 'noordwind') where id = ?`, [
      taught,
    ])
    try {
      const bill = await billOf((await booked({})).number)
      expect(reasons(bill)).toEqual(['Btw 21%: e-learning zonder docent is belast.'])
    } finally {
      await query('update learning_courses set company_id = null where id = ?', [taught])
    }
  })
})

describe('the Peppol receiver', () => {
  it.each([
    ['by the number of the chamber of commerce', { registration_number: '12345678' }, '0106', '12345678'],
    ['by the VAT number', { vat_number: 'NL004495445B01' }, '9944', 'NL004495445B01'],
    ['by mail where neither is known', {}, 'EM', 'facturen@buyer.example'],
  ])('of a Dutch buyer is %s', async (_name, more, scheme, id) => {
    const { ubl } = await billOf((await booked({ buyer: { ...BUYER, ...more } })).number)
    const [, customer] = ubl.split('<cac:AccountingCustomerParty>')
    expect(customer).toContain(`<cbc:EndpointID schemeID="${scheme}">${id}</cbc:EndpointID>`)
    expect(ubl.split('<cac:AccountingCustomerParty>')[0]).toContain('<cbc:EndpointID schemeID="0106">30123456</cbc:EndpointID>')
  })

  it('accepts a chamber number of eight digits only', async () => {
    const price = async (registration_number: string, country = 'NL') => {
      const answers = {
        course: taught,
        type: 'elearning',
        people: [],
        method: 'invoice',
        buyer: { ...BUYER, registration_number, country },
      }
      const { body } = await supervisor.post('/api/booking/price', { answers })
      return body.data.problems.map(({ rule }: { rule: string }) => rule)
    }
    expect(await price('1234')).toContain('registration_number')
    expect(await price('12 34 56 78')).not.toContain('registration_number')
    // It is not required from another country.
    expect(await price('1234', 'BE')).not.toContain('registration_number')
  })
})
