import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { request } from '#web/api'
import { setLanguage } from '#web/i18n'
import { loggedInAtom } from './atoms.js'

/** Picks another language: kept in the browser, and with the person when signed in; then the page is loaded in it. */
export function useChangeLanguage(): (code: string) => Promise<void> {
  const loggedIn = useAtomValue(loggedInAtom)
  return useCallback(
    async (code) => {
      if (loggedIn) await request('/api/core/session/language', { method: 'POST', body: { lang: code } })
      setLanguage(code)
      location.reload()
    },
    [loggedIn],
  )
}
