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

/** One for the page's life. Refused calls are not repeated; lost ones are, twice. */
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
    // With data on the screen a failed refresh would go unseen; without, the page's ErrorState tells.
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

// A page that the browser brings back as it was is as old as it is.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void queryClient.refetchQueries({ type: 'active', stale: true })
})

let wasLost = false
connection.on((state) => {
  // What failed while the server was away is read anew, once.
  if (state === 'restored' && wasLost)
    void queryClient.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' })
  wasLost = state === 'lost'
})
