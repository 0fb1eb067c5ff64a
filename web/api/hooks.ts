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
  /** For screens that must stay current: refreshed every half minute while visible, and on return. Failed refreshes are silent. */
  live?: boolean
  /** Milliseconds until the next refresh, from the last answer; false for none. Only while the page is visible. */
  again?: (answer: unknown) => number | false
}

const LIVE = { refetchInterval: 30_000, refetchOnWindowFocus: true, meta: { quiet: true } } as const

/** Promises may reject with anything; later code reads ApiError. */
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
 * TanStack Query updates React synchronously. The first answer fills most of a page, so it is rendered as a transition that leaves room for
 * input. Later answers are synchronous, as forms and lists expect.
 */
function useInSlices<R extends { isPending: boolean }>(result: R): R {
  const { isPending } = result
  // eslint-disable-next-line react-hooks/exhaustive-deps -- another one only when the first answer is there
  const turn = useMemo(() => result, [isPending])
  const drawn = useDeferredValue(turn)
  return drawn.isPending && !isPending ? drawn : result
}

/** A query, as `useApiQuery` takes it. */
export interface ApiPart<T> {
  key: QueryKey
  load: () => PromiseLike<T>
}

interface ApiParts<T> {
  /** In the order of the queries; the same array until one changes. Undefined while loading or failed. */
  answers: (T | undefined)[]
  error: ApiError | null
  retry: () => void
}

// A stable function, so that TanStack Query returns the same array.
const together = <T>(results: UseQueryResult<T, ApiError>[]): ApiParts<T> => ({
  answers: results.map(({ data }) => data),
  error: results.find(({ error }) => error !== null)?.error ?? null,
  retry: () => results.forEach((result) => result.error && void result.refetch()),
})

/** Several queries of one kind at once, such as the parts of a long list. */
export function useApiParts<T>(parts: readonly ApiPart<T>[]): ApiParts<T> {
  return useQueries({
    queries: parts.map(({ key, load }) => ({ queryKey: key, queryFn: () => reading(load) })),
    combine: together<T>,
  })
}

/**
 * A list that grows by "load more": `load` receives the cursor (null at first), `next` reads the next cursor from an answer (null at the
 * end).
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
  /** Query keys (or prefixes) to refresh after success. */
  refresh?: readonly QueryKey[]
  onSuccess?: (answer: T) => void
  onError?: (error: ApiError) => void
  /** True when the caller shows errors itself, as <Form> does; otherwise a toast does. */
  quiet?: boolean
  /** Mutations of this name run one after the other, so that the last one wins. */
  inTurn?: string
}

/** Changes something on the server; unhandled failures become a toast. */
export function useApiMutation<V, T>(
  change: (variables: V) => PromiseLike<T>,
  options: ApiMutationOptions<T> = {},
): UseMutationResult<T, ApiError, V> {
  const client = useQueryClient()
  return useMutation<T, ApiError, V>({
    mutationFn: (variables) => reading(() => change(variables)),
    meta: { quiet: options.quiet ?? false },
    // Without a network it fails at once, instead of waiting unnoticed.
    ...(options.inTurn && { scope: { id: options.inTurn }, networkMode: 'always' as const }),
    onSuccess: async (answer) => {
      await Promise.all((options.refresh ?? []).map((queryKey) => client.invalidateQueries({ queryKey })))
      options.onSuccess?.(answer)
    },
    onError: (error) => options.onError?.(error),
  })
}
