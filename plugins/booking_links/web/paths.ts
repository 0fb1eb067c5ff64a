import { pagePath } from '#web/shell'

const at = (page: string, query = '') => `${pagePath(page) ?? '/'}${query}`

export const listPath = () => at('booking_links.list')
/** @param like a link whose values prefill the new one */
export const createPath = (like?: number) => at('booking_links.create', like ? `?like=${like}` : '')
export const linkPath = (link: number, tab?: string) => at('booking_links.link', `?link=${link}${tab ? `&tab=${tab}` : ''}`)
