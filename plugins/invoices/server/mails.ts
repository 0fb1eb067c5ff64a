import { defineMail } from '#core/contract/plugin'
import type { InvoiceMailFacts } from './services/reminders.js'

const reminders = () => import('./services/reminders.js')
const common = {
  receivedBy: ['beheerder'] as const,
  load: async (facts: InvoiceMailFacts) => (await reminders()).invoiceValues(facts),
  attachments: async (facts: InvoiceMailFacts) => (await reminders()).invoiceFiles(facts),
  sample: {
    number: '2026-00042',
    total: '€ 885,78',
    open: '€ 885,78',
    due: '22 december 2026',
    iban: 'NL91 ABNA 0417 1643 00',
    of: '2026-00041',
    actionUrl: 'https://platform.example/administratie/facturen?id=1',
  },
}

/** To the invoice's address, with the PDF and its UBL. */
export const invoiceMails = [
  defineMail<InvoiceMailFacts>({ trigger: 'invoices.mail.invoice', ...common }),
  defineMail<InvoiceMailFacts>({
    trigger: 'invoices.mail.credit',
    ...common,
    sample: { ...common.sample, settlement: 'We verrekenen € 707,85 met factuur 2026-00041. Daarvan is nog € 250,47 te betalen.' },
  }),
  defineMail<InvoiceMailFacts>({ trigger: 'invoices.mail.reminder', ...common }),
]
