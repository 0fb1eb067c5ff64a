import { api, withQuery } from '#web/api'

/** The number of contracts, for the tab. */
export const countContracts = async (): Promise<number> => (await api.contracts.contracts.index(withQuery({ per_page: 10 }))).meta.total
