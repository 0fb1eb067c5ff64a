import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '#web/api'
import { AppProviders } from './AppProviders.js'
import { startMeasuring } from './measuring.js'
import { createRouter, preloadFirstPage } from './router.js'

startMeasuring()
preloadFirstPage()
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
