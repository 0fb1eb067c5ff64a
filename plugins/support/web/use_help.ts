import { api, useApiQuery } from '#web/api'

/** The help articles for this person. */
export const useHelp = () => useApiQuery(['support', 'help'], () => api.support.help.index({}))

export type Article = Awaited<ReturnType<typeof api.support.help.index>>['data'][number]
