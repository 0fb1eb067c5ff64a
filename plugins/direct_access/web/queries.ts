import { request, useApiQuery } from '#web/api'
import type { OwnView } from '../server/transformers/direct_access.js'

/** The projects whose instruction the signed-in person began or did. One answer serves every card of a page. */
export const useOwnProjects = () =>
  useApiQuery(['direct_access', 'mine'], () => request<{ data: OwnView[] }>('/api/direct_access/mine'), {
    // Who just finished waits for it: the fact comes a moment after.
    again: (answer) => ((answer as { data: OwnView[] } | undefined)?.data.some(({ status }) => status === 'busy') ? 3_000 : false),
  })
