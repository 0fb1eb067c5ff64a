import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { toApiError, type ApiError } from '#web/api'

/** How a dashboard stays current: read anew every half minute while it is looked at, and on coming back to it. */
export const LIVE = {
  refetchInterval: 30_000,
  refetchOnWindowFocus: true,
  // Refreshing that fails is told by the connection banner: a toast each half minute helps nobody.
  meta: { quiet: true },
} as const

/** Makes every rejection an ApiError, as `useApiQuery` does. */
export async function reading<T>(load: () => PromiseLike<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    throw toApiError(error)
  }
}

/** `useApiQuery` for what must not grow old on the screen. */
export function useLiveQuery<T>(key: readonly unknown[], load: () => PromiseLike<T>): UseQueryResult<T, ApiError> {
  return useQuery<T, ApiError>({ queryKey: key, queryFn: () => reading(load), placeholderData: keepPreviousData, ...LIVE })
}
