import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '#web/api'
import { AppProviders } from './AppProviders.js'
import { startMeasuring } from './measuring.js'
import { createRouter, fetchFirstPage } from './router.js'

let router: ReturnType<typeof createRouter>

/** Await it before rendering the app: its location and the first page's code. Loading this module does nothing yet. */
export async function start(): Promise<void> {
  startMeasuring()
  await fetchFirstPage()
  router = createRouter()
}

/** The app of everything but the sign-in page: the pages of core and of the plugins. */
export default function RoutedApp() {
  return (
    <AppProviders>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </AppProviders>
  )
}
