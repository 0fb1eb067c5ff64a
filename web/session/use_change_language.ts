import { useCallback } from 'react'
import { request } from '#web/api'
import { rememberLanguage } from '#web/i18n'

/** Changes the language. The server stores it (a visitor's in a cookie) and renders the page again. */
export function useChangeLanguage(): (code: string) => Promise<void> {
  return useCallback(async (code) => {
    await request('/api/core/session/language', { method: 'POST', body: { lang: code } })
    rememberLanguage(code)
    location.reload()
  }, [])
}
