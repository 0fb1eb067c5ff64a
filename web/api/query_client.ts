import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { toApiError, type ApiError } from './api_error.js'
import { connection, unexpectedError } from './signals.js'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    queryMeta: { quiet?: boolean }
    mutationMeta: { quiet?: boolean }
  }
}

const retriable = (error: ApiError) => error.isNetwork || error.status >= 500

/** One per page. Refused calls are not retried; lost ones are, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) => retriable(error) && count < 2,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
  queryCache: new QueryCache({
    // With data on the screen a failed refresh would go unnoticed; without data the page's ErrorState shows it.
    onError: (error, query) => {
      if (query.state.data !== undefined && !query.meta?.quiet) unexpectedError.emit(toApiError(error))
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (!mutation.meta?.quiet) unexpectedError.emit(toApiError(error))
    },
  }),
})

// A page restored by the browser is as old as it was.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void queryClient.refetchQueries({ type: 'active', stale: true })
})

let wasLost = false
connection.on((state) => {
  // Queries that failed while the server was away are run again, once.
  if (state === 'restored' && wasLost)
    void queryClient.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' })
  wasLost = state === 'lost'
})
