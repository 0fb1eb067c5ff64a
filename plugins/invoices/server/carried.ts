import type { CarriedRules } from '#core/contract/archive'

/** What the database does not say of its tables when a company is taken out. */
const BOOKS = 'the books of who sells: this platform’s. Take their file, PDF and UBL along from the list of invoices'

export const invoicesCarried: CarriedRules = {
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
