import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'
import { readPdf } from '#core/testing/read_pdf'
import type { Vat } from '#core/contract/money'
import type { InvoiceOrder, InvoicesService } from '../contract/index.js'
import { assertNorm } from './en16931.js'
import { assertPeppol } from './peppol.js'

// Numbers without gaps, invoices that never change, and files for other bookkeeping.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let service: InvoicesService
const NL: Vat = { rate: 2100, reason: 'standard', country: 'NL' }
const buyer = {
  company: 'Afnemer & Zn. B.V.',
  contact: 'Inkoop',
  email: 'inkoop@afnemer.example',
  street: 'Kade 1',
  postalCode: '1976 CA',
  city: 'IJmuiden',
  country: 'NL',
  vatNumber: null as string | null,
}
const order = (subject: string, more: Partial<InvoiceOrder> = {}): InvoiceOrder => ({
  subject,
  lines: [
    { text: 'E-learning <Hoogte>', quantity: 3, unitCents: 4_933, vat: NL },
    { text: 'Examen', quantity: 3, unitCents: 19_500, vat: { rate: 1900, reason: 'venue', country: 'DE' } },
    { text: 'Korting', quantity: 3, unitCents: -1_000, vat: NL },
  ],
  buyer,
  orderNumber: 'PO-1',
  language: 'nl',
  ...more,
})
/** Lines of two countries that have the same rate. */
const twoCountries = (unitCents: number) =>
  [NL, { ...NL, reason: 'venue' as const, country: 'BE' }].map((vat) => ({ text: 'x', quantity: 1, unitCents, vat }))
const inNoordwind = <T>(fn: () => Promise<T>) => app.inCompany('noordwind', fn)
const issue = (made: InvoiceOrder) => inNoordwind(() => db.transaction((trx) => service.issue(trx, made)))
const row = (number: string) => app.asSystem(() => db.from('invoices_invoices').where('number', number).firstOrFail())

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  ;({ service } = await import('../server/services/issue.js'))
  await app.settle()
})

describe('invoice numbers', () => {
  it('have no gaps for 100 concurrent invoices in two companies, also with rollbacks', async () => {
    const before = await app.asSystem(() => db.from('invoices_counters').where('series', 'invoice').select('last').first())
    const start = before?.last ?? 0
    const one = async (index: number) => {
      const company = index % 2 ? 'noordwind' : 'bouwmeester'
      try {
        await app.inCompany(company, () =>
          db.transaction(async (trx) => {
            await service.issue(trx, order(`parallel:${index}`))
            if (index % 10 === 0) throw new Error('rolled back')
          }),
        )
      } catch (error) {
        if ((error as Error).message !== 'rolled back') throw error
      }
    }
    await Promise.all(Array.from({ length: 100 }, (_, index) => one(index)))
    const numbers = await app.asSystem(() =>
      db.from('invoices_invoices').where('kind', 'invoice').where('sequence', '>', start).orderBy('sequence').select('sequence', 'number'),
    )
    expect(numbers.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 90 }, (_, index) => start + index + 1))
    expect(numbers[0].number).toBe(`${today().slice(0, 4)}-${String(start + 1).padStart(5, '0')}`)
  })

  it('are issued once per subject, also concurrently', async () => {
    const made = await Promise.all([issue(order('twice:1')), issue(order('twice:1')), issue(order('twice:1'))])
    expect(new Set(made.map((one) => one!.number)).size).toBe(1)
    expect(await issue(order('nothing:1', { lines: [] }))).toBeNull()
  })
})

describe('an invoice', () => {
  it('refuses a total that its columns cannot hold, and uses no number', async () => {
    const line = (quantity: number) => ({ lines: [{ text: 'Duur', quantity, unitCents: 100_000_00, vat: NL }] })
    await expect(issue(order('huge:1', line(200)))).rejects.toMatchObject({ status: 409, code: 'amount_too_large' })
    const next = [(await issue(order('huge:2', line(165))))!, (await issue(order('huge:3')))!]
    const [most, after] = await Promise.all(next.map(({ number }) => row(number)))
    expect(most.total_cents).toBe(19_965_000_00)
    expect(after.sequence).toBe(most.sequence + 1)
  })

  it('cannot be changed or deleted by anybody', async () => {
    const { id } = (await issue(order('kept:1')))!
    for (const sql of ['update invoices_invoices set total_cents = 1 where id = ?', 'delete from invoices_invoices where id = ?']) {
      await expect(inNoordwind(() => db.rawQuery(sql, [id]))).rejects.toThrow(/never changed/)
      await expect(app.asSystem(() => db.rawQuery(sql, [id]))).rejects.toThrow(/never changed/)
    }
  })

  it('is protected from a table of the same name that comes first in the search path', async () => {
    const { id } = (await issue(order('kept:2')))!
    const before = await app.asSystem(() => db.from('invoices_counters').orderBy('series'))
    const attacked = (fn: (trx: Awaited<ReturnType<typeof db.transaction>>) => Promise<void>) =>
      // Rolled back: the connection is reused for others.
      inNoordwind(() =>
        db.transaction(async (trx) => {
          await fn(trx)
          throw new Error('taken back')
        }),
      )
    const taken = async () => {
      await attacked(async (trx) => {
        await trx.rawQuery('create temp table core_companies (id bigint); grant all on core_companies to public')
        await trx.rawQuery('delete from invoices_invoices where id = ?', [id])
      })
    }
    await expect(taken()).rejects.toThrow(/never changed/)
    const counted = attacked(async (trx) => {
      await trx.rawQuery('create temp table invoices_counters (series text, year int, last int, unique (series, year))')
      await trx.rawQuery('grant all on invoices_counters to public')
      const { rows } = await trx.rawQuery('select invoices_next_number(?, ?) as n', ['invoice', Number(today().slice(0, 4))])
      expect(rows[0].n).toBeGreaterThan(1)
    })
    await expect(counted).rejects.toThrow('taken back')
    expect(await row((await app.asSystem(() => db.from('invoices_invoices').where('id', id).first())).number)).toMatchObject({ id })
    expect(await app.asSystem(() => db.from('invoices_counters').orderBy('series'))).toEqual(before)
  })

  it('is hidden from supervisors without access: the list, its file and search results', async () => {
    const { number } = (await issue(order('shut:1')))!
    const [supervisor, admin] = await Promise.all(['beheerder@noordwind.example', 'admin@platform.example'].map((email) => signInAs(email)))
    const set = (open: boolean) =>
      app.asSystem(async () => {
        const { id } = await db.from('core_companies').where('login_id', 'noordwind').firstOrFail()
        await db.rawQuery(
          `insert into core_company_settings (company_id, plugin, chosen) values (?, 'invoices', ?)
           on conflict (company_id, plugin) do update set chosen = core_company_settings.chosen || excluded.chosen`,
          [id, JSON.stringify({ open_to_supervisors: open })],
        )
        await db.from('core_companies').where('id', id).update({ updated_at: new Date() })
      })
    await set(false)
    try {
      const base = '/api/invoices/invoices'
      expect((await supervisor!.get(base)).status).toBe(403)
      expect((await supervisor!.post(`${base}/export`, { format: 'csv' })).status).toBe(403)
      expect(JSON.stringify((await supervisor!.get(`/api/find?q=${number}`)).body)).not.toContain('facturen?id=')
      expect((await admin!.post(`${base}/export`, { format: 'csv' })).status).toBe(200)
    } finally {
      await set(true)
    }
  })

  it('is credited by lines once per key, then by its remainder, and no further', async () => {
    const subject = 'credited:1'
    const { number } = (await issue(order(subject)))!
    const total = (await row(number)).total_cents as number
    const credit = (key: string, lines: InvoiceOrder['lines'] | 'all') =>
      inNoordwind(() => db.transaction((trx) => service.credit(trx, subject, { key, lines, reason: 'test' })))
    const part = [{ text: 'Terug', quantity: 1, unitCents: -4_933, vat: NL }]
    const first = await credit('a', part)
    expect(first!.number).toMatch(/^C\d{4}-\d{5}$/)
    expect((await credit('a', part))!.number).toBe(first!.number)
    const rest = (await credit('b', 'all'))!
    // Rounded per group each time: a cent may remain, never more.
    expect(Math.abs((await row(first!.number)).total_cents + (await row(rest.number)).total_cents + total)).toBeLessThanOrEqual(1)
    expect(await credit('c', 'all')).toBeNull()
    expect(
      await inNoordwind(() => db.transaction((trx) => service.credit(trx, 'none', { key: 'a', lines: 'all', reason: 'x' }))),
    ).toBeNull()
  })

  it('can be read as PDF and UBL by its company and by admins, and is marked paid by hand once', async () => {
    const { id, number } = (await issue(order('read:1')))!
    const [supervisor, other, admin] = await Promise.all(
      ['beheerder@noordwind.example', 'beheerder@bouwmeester.example', 'admin@platform.example'].map((email) => signInAs(email)),
    )
    const base = `/api/invoices/invoices/${id}`
    expect((await supervisor!.get(base)).body.data).toMatchObject({ number, status: 'open', vat: [{ rate: 2100 }, { rate: 1900 }] })
    expect((await other!.get(base)).status).toBe(404)
    expect((await other!.get(`${base}/pdf`)).status).toBe(404)
    const pdf = await inNoordwind(async () =>
      (await import('../server/services/documents.js')).pdfOf(await (await import('../server/services/store.js')).wholeInvoice(id)),
    )
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-')
    expect((await supervisor!.post(`${base}/paid`)).status).toBe(403)
    expect((await admin!.post(`${base}/paid`)).status).toBe(200)
    const { paid_at: at } = (await admin!.get(base)).body.data
    expect((await admin!.post(`${base}/paid`)).status).toBe(200)
    expect((await supervisor!.get(base)).body.data).toMatchObject({ status: 'paid', paid_at: at })
  })

  it('gets a reminder when it is overdue, once per level', async () => {
    const { id } = (await issue(order('late:1')))!
    const { remindAt, remindOverdue } = await import('../server/services/reminders.js')
    await inNoordwind(remindOverdue)
    expect(await app.asSystem(() => db.from('invoices_reminders').where('invoice_id', id))).toEqual([])
    await inNoordwind(() => remindAt(addDays(today(), 30 + 8)))
    await inNoordwind(() => remindAt(addDays(today(), 30 + 8)))
    await inNoordwind(() => remindAt(addDays(today(), 30 + 22)))
    expect(await dueIn('invoices.remind')).not.toContain('noordwind')
    await app.asSystem(() =>
      db
        .from('invoices_list')
        .where('id', id)
        .update({ due_on: addDays(today(), -7) }),
    )
    expect(await dueIn('invoices.remind')).toContain('noordwind')
    const levels = await app.asSystem(() => db.from('invoices_reminders').where('invoice_id', id).orderBy('level').select('level'))
    expect(levels.map(({ level }) => level)).toEqual([1, 2])
  })

  it.each([
    ['a participant, who may not open the page of bills', 'leerling@noordwind.example', false],
    ['a supervisor', 'beheerder@noordwind.example', true],
    ['an address of nobody here', 'inkoop@afnemer.example', true],
  ])('links %s to a page they may open', async (_who, email, leads) => {
    const { id } = (await issue(order(`led:${email}`, { buyer: { ...buyer, email } })))!
    const { invoiceValues } = await import('../server/services/reminders.js')
    const { actionUrl } = await inNoordwind(() => invoiceValues({ invoiceId: id }))
    expect(Boolean(actionUrl?.endsWith(`/administratie/facturen?id=${id}`))).toBe(leads)
  })
})

describe('the open amount of an invoice', () => {
  const documents = async (id: number) => {
    const { drawingOf, ublOf } = await import('../server/services/documents.js')
    const { wholeInvoice } = await import('../server/services/store.js')
    const whole = await inNoordwind(() => wholeInvoice(id))
    return { drawing: drawingOf(whole, '#003366'), ubl: ublOf(whole) }
  }
  // 4 × 198 at 21 % is 958.32; 3 × 195 at 21 % is 707.85.
  const exams = (subject: string, more: Partial<InvoiceOrder> = {}) =>
    order(subject, { lines: [{ text: 'Examen', quantity: 4, unitCents: 19_800, vat: NL }], ...more })
  const creditThree = (subject: string) =>
    inNoordwind(() =>
      db.transaction((trx) =>
        service.credit(trx, subject, { key: 'a', lines: [{ text: 'Terug', quantity: 3, unitCents: -19_500, vat: NL }], reason: 'test' }),
      ),
    )
  const shown = async (id: number) => (await (await signInAs('beheerder@noordwind.example')).get(`/api/invoices/invoices/${id}`)).body.data
  const listed = async (number: string) => {
    const { body } = await (await signInAs('beheerder@noordwind.example')).get(`/api/invoices/invoices?search=${number}`)
    return body.data.find((one: { number: string }) => one.number === number)
  }
  const sums = ({ sums: all }: { sums: { label: string; amount: string }[] }) =>
    all.map(({ label, amount }) => `${label}: ${amount.replace(/\s/g, ' ')}`)

  it('is its total minus its credit notes, on the page, in the list, on paper and in the reminder', async () => {
    const { id, number } = (await issue(exams('open:1')))!
    const credit = (await creditThree('open:1'))!
    expect(await shown(id)).toMatchObject({ status: 'open', total_cents: 95_832, open_cents: 25_047 })
    expect(await listed(number)).toMatchObject({ total_cents: 95_832, open_cents: 25_047 })
    const { drawing, ubl } = await documents(id)
    expect(sums(drawing).slice(-3)).toEqual(['Totaal: € 958,32', `Gecrediteerd met ${credit.number}: −€ 707,85`, 'Te betalen: € 250,47'])
    expect(ubl).toContain(`<cbc:Note>Gecrediteerd met ${credit.number}. Nog te betalen: €\u00a0250,47.</cbc:Note>`)
    const { invoiceValues } = await import('../server/services/reminders.js')
    expect((await inNoordwind(() => invoiceValues({ invoiceId: id }))).open).toBe('€\u00a0250,47')

    expect(await shown(credit.id)).toMatchObject({ total_cents: -70_785, open_cents: 0, settled_with: number, of: { id, number } })
    const paper = await documents(credit.id)
    expect(paper.drawing.rows).toMatchObject([{ quantity: '3', unit: '−€\u00a0195,00', amount: '−€\u00a0585,00' }])
    expect(sums(paper.drawing).slice(-2)).toEqual(['Totaal: −€ 707,85', `Te verrekenen met ${number}: € 707,85`])
    expect(paper.ubl).toContain(`verrekend met factuur ${number}`)
    assertNorm(paper.ubl)
    const { settlement } = await inNoordwind(() => invoiceValues({ invoiceId: credit.id }))
    expect(settlement).toBe(`We verrekenen €\u00a0707,85 met factuur ${number}. Daarvan is nog €\u00a0250,47 te betalen.`)
  })

  it('is zero for a paid one: the credit note pays the money back', async () => {
    const { id } = (await issue(exams('open:2', { paidAt: new Date() })))!
    const credit = (await creditThree('open:2'))!
    expect(await shown(id)).toMatchObject({ status: 'paid', open_cents: 0 })
    expect(await shown(credit.id)).toMatchObject({ settled_with: null })
    expect(sums((await documents(credit.id)).drawing).slice(-2)).toEqual(['Totaal: −€ 707,85', 'Terug te ontvangen: € 707,85'])
  })

  it('names the people it covers until they are erased', async () => {
    const made = await app.asSystem(async () => {
      const company = await db.from('core_companies').where('login_id', 'noordwind').firstOrFail()
      const ids: number[] = []
      for (const firstname of ['Ada', 'Bo']) {
        const user = { email: `${firstname}.named@bill.example`, firstname, lastname: 'Genoemd', language: 'nl' }
        const [{ id }] = await db.table('core_users').insert(user).returning('id')
        ids.push(
          (await db.table('core_memberships').insert({ company_id: company.id, user_id: id, role: 'leerling' }).returning('id'))[0].id,
        )
      }
      return ids
    })
    const lines = [{ text: 'Examen', quantity: 2, unitCents: 19_500, vat: NL, members: made }]
    const { id } = (await issue(order('named:1', { lines })))!
    expect((await shown(id)).lines[0].people).toEqual(['Ada Genoemd', 'Bo Genoemd'])
    const { drawing, ubl } = await documents(id)
    expect(drawing.rows[0]!.people).toBe('Ada Genoemd, Bo Genoemd')
    expect(ubl).toContain('<cbc:Description>Ada Genoemd, Bo Genoemd</cbc:Description><cbc:Name>Examen</cbc:Name>')
    assertNorm(ubl)
    await app.asSystem(() => db.from('core_memberships').where('id', made[0]!).delete())
    expect((await shown(id)).lines[0].people).toEqual(['Bo Genoemd'])
  })

  it('has as many pages as the names of its people need', async () => {
    const drawInvoice = (await import('../server/services/invoice_pdf.js')).default
    const { id } = (await issue(exams('pages:1')))!
    const { drawing } = await documents(id)
    const people = Array.from({ length: 400 }, (_, index) => `Deelnemer Nummer ${index}`).join(', ')
    const { PDFDocument } = await import('@cantoo/pdf-lib')
    const pagesOf = async (names: string) => {
      const rows = [{ ...drawing.rows[0]!, people: names }]
      return (await PDFDocument.load(await drawInvoice({ ...drawing, rows }))).getPageCount()
    }
    expect([await pagesOf(''), await pagesOf(people)]).toEqual([1, expect.toSatisfy((pages: number) => pages > 1)])
  })

  it('is a tagged PDF with a table, and names people in any script', async () => {
    const drawInvoice = (await import('../server/services/invoice_pdf.js')).default
    const { id } = (await issue(exams('tagged:1')))!
    const { drawing } = await documents(id)
    const people = '王小明, محمد علي'
    const many = Array.from({ length: 400 }, (_, index) => `Deelnemer ${index}`).join(', ')
    const draw = async (names: string) => readPdf(await drawInvoice({ ...drawing, rows: [{ ...drawing.rows[0]!, people: names }] }))
    const read = await draw(people)
    expect(read).toMatchObject({
      title: `${drawing.title} ${drawing.number}`,
      language: drawing.language,
      isMarked: true,
      showsTitle: true,
    })
    expect(read.structure).toMatch(/^Document\(P P H1 P (P )+Table\(TR\(TH TH TH TH TH\) TR\(TD\(Span\) TD TD TD TD\)\) (P ?)+\)$/)
    expect(read.actualTexts).toEqual([people])
    const pages = [...read.pages, ...(await draw(many)).pages]
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.flat().filter(({ tag }) => tag === null)).toEqual([])
  })
})

describe('UBL', () => {
  const variants: [string, Partial<InvoiceOrder>][] = [
    ['at home', {}],
    [
      'by reverse charge',
      {
        buyer: { ...buyer, country: 'DE', vatNumber: 'DE136695976' },
        lines: [{ text: 'E-learning', quantity: 1, unitCents: 4_900, vat: { rate: 0, reason: 'reverse_charge', country: 'DE' } }],
      },
    ],
    [
      'to a Greek company',
      {
        buyer: { ...buyer, country: 'GR', vatNumber: 'EL094259216' },
        lines: [{ text: 'E-learning', quantity: 1, unitCents: 4_900, vat: { rate: 0, reason: 'reverse_charge', country: 'GR' } }],
      },
    ],
    ['to a company outside the EU, whose number has no country', { buyer: { ...buyer, country: 'US', vatNumber: '123456789' } }],
    ['exempt', { lines: [{ text: 'E-learning', quantity: 2, unitCents: 4_900, vat: { rate: 0, reason: 'exempt', country: 'NL' } }] }],
    [
      'of an exam in the Netherlands',
      { lines: [NL, { ...NL, reason: 'venue' as const }].map((vat) => ({ text: 'x', quantity: 1, unitCents: 4_999, vat })) },
    ],
    [
      'of an exam in a country with the same rate',
      {
        lines: twoCountries(10_000),
      },
    ],
    ['of two countries whose tax is rounded as one', { lines: twoCountries(4_902) }],
    ['paid', { paidAt: new Date('2026-11-22T10:00:00Z') }],
  ]
  const creditAll = (subject: string) =>
    inNoordwind(() => db.transaction((trx) => service.credit(trx, subject, { key: 'all', lines: 'all', reason: 'x' })))
  const filesOf = (id: number) =>
    inNoordwind(async () => {
      const { drawingOf, ublOf } = await import('../server/services/documents.js')
      const whole = await (await import('../server/services/store.js')).wholeInvoice(id)
      return { ubl: ublOf(whole), drawing: drawingOf(whole, '#003366') }
    })

  it.each(variants)('follows the rules of EN 16931 and Peppol: %s, and its credit note', async (name, more) => {
    const { id } = (await issue(order(`ubl:${name}`, more)))!
    const credit = await creditAll(`ubl:${name}`)
    for (const one of [id, credit!.id]) {
      const { ubl } = await filesOf(one)
      assertNorm(ubl)
      assertPeppol(ubl)
    }
  })

  it('agrees with the total and the PDF, also for two countries with the same rate', async () => {
    const { id, number } = (await issue(order('agree:1', { lines: twoCountries(4_902) })))!
    const credit = (await creditAll('agree:1'))!
    const [made, back] = await Promise.all([row(number), row(credit.number)])
    expect(made).toMatchObject({ vat_cents: 2_059, total_cents: 11_863 })
    expect(back).toMatchObject({ vat_cents: -2_059, total_cents: -11_863 })
    const { ubl, drawing } = await filesOf(id)
    expect(ubl.match(/<cbc:TaxAmount currencyID="EUR">[^<]*/g)).toEqual(Array(2).fill('<cbc:TaxAmount currencyID="EUR">20.59'))
    expect(ubl).toContain('<cbc:TaxInclusiveAmount currencyID="EUR">118.63<')
    const sums = drawing.sums.map(({ amount }) => amount.replaceAll('\u00a0', ' '))
    expect(sums.slice(0, 4)).toEqual(['€ 98,04', '€ 10,29', '€ 10,30', '€ 118,63'])
  })
})
