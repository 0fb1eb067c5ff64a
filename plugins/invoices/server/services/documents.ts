import { amountOf, moneyText } from '#core/contract/money'
import { ownBranding } from '#core/kit/companies'
import { translate } from '#core/kit/words'
import { runInWorker } from '#core/kit/tasks'
import type { InvoiceDrawing } from './invoice_pdf.js'
import { namesOf, settlementInvoice, type WholeInvoice } from './store.js'
import { toUbl } from './ubl.js'
import { lineVatReason, vatReason } from './vat_words.js'

/** The invoice's PDF, drawn on each request, because it shows the open amount. */
export async function pdfOf(whole: WholeInvoice): Promise<Uint8Array> {
  const { primaryColor } = await ownBranding()
  return runInWorker<Uint8Array>(new URL('./invoice_pdf.js', import.meta.url), drawingOf(whole, primaryColor))
}

const country = (code: string, language: string) => new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code

/** Its content in its language. Pure except for the texts. */
export function drawingOf(whole: WholeInvoice, primaryColor: string): InvoiceDrawing {
  const { invoice, names } = whole
  const { language, seller, buyer } = invoice
  const t = (key: string, values: Record<string, string> = {}) => translate(language, `invoices.pdf.${key}`, values)
  const money = (cents: number) => moneyText(cents, language)
  const day = (value: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${value}T12:00Z`))
  const percent = (rate: number) => `${new Intl.NumberFormat(language).format(rate / 100)}%`
  const isCredit = invoice.kind === 'credit'
  return {
    title: t(isCredit ? 'credit' : 'invoice'),
    number: invoice.number,
    language,
    date: invoice.issued_on,
    branding: { primaryColor },
    seller: {
      name: seller.name,
      lines: [
        seller.street,
        `${seller.postalCode} ${seller.city}`,
        country(seller.country, language),
        seller.email,
        t('registration', { number: seller.registrationNumber }),
        t('vat_number', { number: seller.vatNumber }),
      ].filter((line) => line.trim()),
    },
    buyer: {
      label: t('to'),
      lines: [
        buyer.company,
        buyer.contact,
        buyer.street,
        `${buyer.postalCode} ${buyer.city}`,
        country(buyer.country, language),
        buyer.vatNumber ? t('vat_number', { number: buyer.vatNumber }) : '',
      ].filter((line) => line.trim()),
    },
    facts: [
      { label: t('number'), value: invoice.number },
      { label: t('date'), value: day(invoice.issued_on) },
      ...(isCredit ? [] : [{ label: t('due'), value: day(invoice.due_on) }]),
      ...(invoice.of_number ? [{ label: t('of'), value: invoice.of_number }] : []),
      ...(invoice.order_number ? [{ label: t('order'), value: invoice.order_number }] : []),
      { label: t('reference'), value: invoice.subject.split(':')[1] ?? invoice.subject },
    ],
    heads: [t('text'), t('quantity'), t('price'), t('vat'), t('amount')],
    rows: invoice.lines.map((line) => ({
      text: line.text,
      people: namesOf(line, names).join(', '),
      quantity: String(line.quantity),
      unit: money(line.unitCents),
      vat: percent(line.vat.rate),
      reason: lineVatReason(line.vat, language),
      amount: money(amountOf(line)),
    })),
    sums: [
      { label: t('subtotal'), amount: money(invoice.net_cents) },
      ...invoice.groups.map(({ vat, netCents, vatCents }) => ({
        label: t('vat_over', { rate: percent(vat.rate), net: money(netCents) }),
        amount: money(vatCents),
      })),
      ...balanceOf(whole, t, money),
    ],
    notes: [...invoice.groups.map(({ vat }) => vatReason(vat, language)), balanceNote(whole, t, day)],
    foot: [seller.name, seller.iban && `IBAN ${seller.iban}`, seller.bic && `BIC ${seller.bic}`, seller.email].filter(Boolean).join(' · '),
  }
}

type Words = (key: string, values?: Record<string, string>) => string

/** The total, the credited part, and the remainder: to pay, to settle or to pay back. */
function balanceOf({ invoice, credits }: WholeInvoice, t: Words, money: (cents: number) => string): InvoiceDrawing['sums'] {
  const { kind, total_cents: total, open_cents: open, paid_at: paidAt } = invoice
  const settled = settlementInvoice(invoice)
  if (kind === 'credit')
    return [
      { label: t('sum'), amount: money(total) },
      { label: settled ? t('settle', { of: settled }) : t('back'), amount: money(-total), isTotal: true },
    ]
  const credited = credits.map((credit) => ({ label: t('credited', { number: credit.number }), amount: money(credit.total_cents) }))
  if (paidAt) return [{ label: t('sum'), amount: money(total), isTotal: true }, ...credited]
  if (!credited.length) return [{ label: t('total'), amount: money(total), isTotal: true }]
  return [{ label: t('sum'), amount: money(total) }, ...credited, { label: t('total'), amount: money(open), isTotal: true }]
}

/** One sentence with the instruction to the buyer. */
function balanceNote({ invoice }: WholeInvoice, t: Words, day: (value: string) => string): string {
  const { seller, number, of_number: of } = invoice
  const settled = settlementInvoice(invoice)
  if (invoice.kind === 'credit') return settled ? t('credit_settled', { of: settled }) : t('credit_note', { of: of ?? '–' })
  if (invoice.paid_at) return t('paid')
  if (!invoice.open_cents) return t('nothing_open')
  return t('pay', { due: day(invoice.due_on), iban: seller.iban, name: seller.name, number })
}

/** The notes in the UBL: a credit note is a separate document there, so an invoice's amounts stay unchanged. */
function ublNote({ invoice, credits }: WholeInvoice): string | null {
  const { language, open_cents: open } = invoice
  const t: Words = (key, values = {}) => translate(language, `invoices.pdf.${key}`, values)
  const settled = settlementInvoice(invoice)
  if (settled) return t('credit_settled', { of: settled })
  if (!credits.length || invoice.paid_at) return null
  return t('credited_note', { numbers: credits.map(({ number }) => number).join(', '), open: moneyText(open, language) })
}

/** The machine-readable invoice. */
export function ublOf(whole: WholeInvoice): string {
  const { invoice, names } = whole
  return toUbl({
    number: invoice.number,
    kind: invoice.kind,
    issuedOn: invoice.issued_on,
    dueOn: invoice.due_on,
    note: ublNote(whole),
    currency: 'EUR',
    orderNumber: invoice.order_number,
    reference: invoice.subject.split(':')[1] ?? invoice.subject,
    ofNumber: invoice.of_number,
    seller: invoice.seller,
    buyer: invoice.buyer,
    lines: invoice.lines.map((line) => ({
      ...line,
      description: namesOf(line, names).join(', '),
      reason: lineVatReason(line.vat, invoice.language),
    })),
    groups: invoice.groups.map((group) => ({ ...group, reason: vatReason(group.vat, invoice.language) })),
    netCents: invoice.net_cents,
    vatCents: invoice.vat_cents,
    totalCents: invoice.total_cents,
    paid: invoice.paid_at !== null,
  })
}
