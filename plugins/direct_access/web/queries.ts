import { request, useApiQuery } from '#web/api'
import type { OwnView } from '../server/transformers/direct_access.js'

/** The projects whose instruction the signed-in person started or completed. All cards of a page share one request. */
export const useOwnProjects = () =>
  useApiQuery(['direct_access', 'mine'], () => request<{ data: OwnView[] }>('/api/direct_access/mine'), {
    // A person who just finished waits for it: the event arrives a moment later.
    again: (answer) => ((answer as { data: OwnView[] } | undefined)?.data.some(({ status }) => status === 'busy') ? 3_000 : false),
  })
