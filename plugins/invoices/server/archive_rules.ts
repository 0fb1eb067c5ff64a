import type { ArchiveRules } from '#core/contract/archive'

/** Facts about the tables that the database does not contain, for the export of a company. */
const BOOKS = 'the books of who sells: this platform’s. Take their file, PDF and UBL along from the list of invoices'

export const invoicesArchiveRules: ArchiveRules = {
  stays: {
    invoices_invoices: BOOKS,
    invoices_list: BOOKS,
    invoices_words: BOOKS,
    invoices_payments: BOOKS,
    invoices_reminders: BOOKS,
    invoices_counters: 'the series of this platform',
    invoices_seller: 'this platform itself',
  },
}
