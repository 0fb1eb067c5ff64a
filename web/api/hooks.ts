import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { toApiError, type ApiError } from './api_error.js'

interface ApiQueryOptions {
  /** Do not fetch yet, e.g. until an id is known. */
  enabled?: boolean
  /** Keep showing the previous answer while another page or filter loads. */
  keepPrevious?: boolean
  staleTime?: number
  /** For screens that must not grow old: read anew every half minute while in sight, and on coming back. Failing refreshes stay quiet. */
  live?: boolean
  /** Milliseconds until it is read again, by the last answer; false: not. Only while the page is in sight. */
  again?: (answer: unknown) => number | false
}

const LIVE = { refetchInterval: 30_000, refetchOnWindowFocus: true, meta: { quiet: true } } as const

/** Plain promises may reject with anything; everybody after this reads ApiError. */
async function reading<T>(load: () => PromiseLike<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    throw toApiError(error)
  }
}

/**
 * Reads from the server: `useApiQuery(['learning', 'courses', id], () => api.learning.courses.show({ params: { id } }))`.
 * Start the key with the plugin's id, so that a plugin can refresh all its own.
 */
export function useApiQuery<T>(key: QueryKey, load: () => PromiseLike<T>, options: ApiQueryOptions = {}): UseQueryResult<T, ApiError> {
  const { keepPrevious, live, again, ...rest } = options
  return useInSlices(
    useQuery<T, ApiError>({
      queryKey: key,
      queryFn: () => reading(load),
      ...(live && LIVE),
      ...(again && { refetchInterval: (query: { state: { data: unknown } }) => again(query.state.data), meta: { quiet: true } }),
      ...(keepPrevious && { placeholderData: keepPreviousData }),
      ...rest,
    }),
  )
}

/**
 * TanStack Query tells of an answer in a way that React must draw at once. The first one fills most of a page: what it fills is drawn in
 * slices, so that nothing pressed meanwhile waits. Every later answer counts at once, as forms and lists rely on.
 */
function useInSlices<R extends { isPending: boolean }>(result: R): R {
  const { isPending } = result
  // eslint-disable-next-line react-hooks/exhaustive-deps -- another one only when the first answer is there
  const turn = useMemo(() => result, [isPending])
  const drawn = useDeferredValue(turn)
  return drawn.isPending && !isPending ? drawn : result
}

/** What to read, as `useApiQuery` takes it. */
export interface ApiPart<T> {
  key: QueryKey
  load: () => PromiseLike<T>
}

interface ApiParts<T> {
  /** In the order in which they were asked for; the same array until one of them is another. Undefined is on its way, or failed. */
  answers: (T | undefined)[]
  error: ApiError | null
  retry: () => void
}

// The same function each time: by that the answers stay the same array (TanStack Query).
const together = <T>(results: UseQueryResult<T, ApiError>[]): ApiParts<T> => ({
  answers: results.map(({ data }) => data),
  error: results.find(({ error }) => error !== null)?.error ?? null,
  retry: () => results.forEach((result) => result.error && void result.refetch()),
})

/** Several answers of one kind at once, as the parts of a long list. */
export function useApiParts<T>(parts: readonly ApiPart<T>[]): ApiParts<T> {
  return useQueries({
    queries: parts.map(({ key, load }) => ({ queryKey: key, queryFn: () => reading(load) })),
    combine: together<T>,
  })
}

/**
 * A list that grows by "load more": `load` gets where to go on (null at first),
 * `next` reads from an answer where the one after it begins (null at the end).
 */
export function useApiPages<T>(
  key: QueryKey,
  load: (from: string | null) => PromiseLike<T>,
  next: (page: T) => string | null,
  { live, enabled = true }: Pick<ApiQueryOptions, 'live' | 'enabled'> = {},
) {
  return useInSlices(
    useInfiniteQuery<T, ApiError, { pages: T[] }, QueryKey, string | null>({
      queryKey: key,
      queryFn: ({ pageParam }) => reading(() => load(pageParam)),
      enabled,
      initialPageParam: null,
      getNextPageParam: next,
      ...(live && LIVE),
    }),
  )
}

interface ApiMutationOptions<T> {
  /** Keys (or beginnings of keys) to read anew after success. */
  refresh?: readonly QueryKey[]
  onSuccess?: (answer: T) => void
  onError?: (error: ApiError) => void
  /** True when the caller shows errors itself, as <Form> does; otherwise a toast tells. */
  quiet?: boolean
  /** Changes of this name wait for each other: what was asked last is what is there in the end. */
  inTurn?: string
}

/** Changes something on the server; failures that nobody handles become a toast. */
export function useApiMutation<V, T>(
  change: (variables: V) => PromiseLike<T>,
  options: ApiMutationOptions<T> = {},
): UseMutationResult<T, ApiError, V> {
  const client = useQueryClient()
  return useMutation<T, ApiError, V>({
    mutationFn: (variables) => reading(() => change(variables)),
    meta: { quiet: options.quiet ?? false },
    // Without a network it fails and says so, as every other: it does not wait unseen.
    ...(options.inTurn && { scope: { id: options.inTurn }, networkMode: 'always' as const }),
    onSuccess: async (answer) => {
      await Promise.all((options.refresh ?? []).map((queryKey) => client.invalidateQueries({ queryKey })))
      options.onSuccess?.(answer)
    },
    onError: (error) => options.onError?.(error),
  })
}
