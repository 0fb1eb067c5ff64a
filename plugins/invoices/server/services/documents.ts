import { amountOf } from '#core/contract/money'
import { ownBranding } from '#core/kit/companies'
import { translate } from '#core/kit/words'
import { runInWorker } from '#core/kit/work'
import type { InvoiceDrawing } from './invoice_pdf.js'
import type { ListedInvoice } from './store.js'
import { toUbl } from './ubl.js'
import { vatReason } from './vat_words.js'

/** The invoice's PDF: the same facts give the same page, so none has to be kept. */
export async function pdfOf(invoice: ListedInvoice): Promise<Uint8Array> {
  const { primaryColor } = await ownBranding()
  return runInWorker<Uint8Array>(new URL('./invoice_pdf.js', import.meta.url), drawingOf(invoice, primaryColor))
}

const country = (code: string, language: string) => new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code

/** What stands on it, in its language. Pure but for the words. */
export function drawingOf(invoice: ListedInvoice, primaryColor: string): InvoiceDrawing {
  const { language, seller, buyer } = invoice
  const t = (key: string, values: Record<string, string> = {}) => translate(language, `invoices.pdf.${key}`, values)
  const money = (cents: number) => new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(cents / 100)
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
      quantity: String(line.quantity),
      unit: money(line.unitCents),
      vat: percent(line.vat.rate),
      amount: money(amountOf(line)),
    })),
    sums: [
      { label: t('subtotal'), amount: money(invoice.net_cents) },
      ...invoice.groups.map(({ vat, netCents, vatCents }) => ({
        label: t('vat_over', { rate: percent(vat.rate), net: money(netCents) }),
        amount: money(vatCents),
      })),
      { label: t(isCredit ? 'total_credit' : 'total'), amount: money(invoice.total_cents), isTotal: true },
    ],
    notes: [
      ...invoice.groups.map(({ vat }) => vatReason(vat, language)),
      isCredit
        ? t('credit_note', { of: invoice.of_number ?? '–' })
        : invoice.paid_at
          ? t('paid')
          : t('pay', { due: day(invoice.due_on), iban: seller.iban, name: seller.name, number: invoice.number }),
    ],
    foot: [seller.name, seller.iban && `IBAN ${seller.iban}`, seller.bic && `BIC ${seller.bic}`, seller.email].filter(Boolean).join(' · '),
  }
}

/** The invoice for machines. */
export function ublOf(invoice: ListedInvoice): string {
  return toUbl({
    number: invoice.number,
    kind: invoice.kind,
    issuedOn: invoice.issued_on,
    dueOn: invoice.due_on,
    currency: 'EUR',
    orderNumber: invoice.order_number,
    ofNumber: invoice.of_number,
    seller: invoice.seller,
    buyer: invoice.buyer,
    lines: invoice.lines,
    groups: invoice.groups.map((group) => ({ ...group, reason: vatReason(group.vat, invoice.language) })),
    netCents: invoice.net_cents,
    vatCents: invoice.vat_cents,
    totalCents: invoice.total_cents,
    paid: invoice.paid_at !== null,
  })
}
