import { pagePath } from '#web/shell'

const at = (page: string, query: string) => `${pagePath(page) ?? '/'}${query}`

export const flowsPath = () => at('flows.list', '')
export const createPath = () => at('flows.create', '')
export const flowPath = (flow: number, tab?: string) => at('flows.flow', `?flow=${flow}${tab ? `&tab=${tab}` : ''}`)
export const bookingPath = (flow: number) => at('flows.booking', `?flow=${flow}`)
export const stuckPath = (flow: number, reasons: readonly string[]) => `${flowPath(flow, 'people')}&stuck=${reasons.join()}`
export const peoplePath = (query: string) => at('flows.people', `?${query}`)
