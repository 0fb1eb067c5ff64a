import { api, withQuery } from '#web/api'

/** The number of invoices, for the tab. */
export const countInvoices = async (): Promise<number> => (await api.invoices.invoices.index(withQuery({ per_page: 10 }))).meta.total
