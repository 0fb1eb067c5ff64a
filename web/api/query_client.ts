import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createSignal } from '../boot/signal.js'
import { ApiError, toApiError } from './api_error.js'

/** Errors that nobody else shows: the shell makes a toast of them. */
export const unexpectedError = createSignal<ApiError>()

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
