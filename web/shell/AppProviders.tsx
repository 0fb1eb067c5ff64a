import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { CssBaseline, useMediaQuery } from '@mui/material'
import { ThemeProvider } from '@mui/material/styles'
import { Provider as StoreProvider } from 'jotai'
import { useMemo, type ReactNode } from 'react'
import { createTenantTheme } from '#themes/index'
import { MessagesProvider } from '#web/i18n'
import { bootstrap, cspNonce } from '../boot/bootstrap.js'
import { store } from '../boot/store.js'
import { ToastHost } from '#web/ui'
import { SessionNotices } from './SessionNotices.js'
import { prefixer } from './prefixer.js'

// Every style element of MUI carries the nonce of the content security policy.
const emotionCache = createCache({ key: 'ui', prepend: true, stylisPlugins: [prefixer], ...(cspNonce && { nonce: cspNonce }) })

/** The providers for every screen: styles with the nonce, the company's theme, client state, texts. */
export function AppProviders({ children }: { children: ReactNode }) {
  const moreContrast = useMediaQuery('(prefers-contrast: more)', { noSsr: true })
  const theme = useMemo(() => createTenantTheme(bootstrap.branding, { contrast: moreContrast ? 'more' : 'normal' }), [moreContrast])
  return (
    <CacheProvider value={emotionCache}>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        <StoreProvider store={store}>
          <MessagesProvider>
            <SessionNotices />
            <ToastHost />
            {children}
          </MessagesProvider>
        </StoreProvider>
      </ThemeProvider>
    </CacheProvider>
  )
}
