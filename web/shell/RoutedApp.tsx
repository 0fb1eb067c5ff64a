import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '#web/api'
import { AppProviders } from './AppProviders.js'
import { startMeasuring } from './measuring.js'
import { createRouter, fetchFirstPage } from './router.js'

startMeasuring()
/** The first page's code is there. To be awaited outside: that code waits for this module itself. */
export const ready = fetchFirstPage()
const router = createRouter()

/** The app of everything but the login page: the pages of core and of the plugins. */
export default function RoutedApp() {
  return (
    <AppProviders>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </AppProviders>
  )
}
