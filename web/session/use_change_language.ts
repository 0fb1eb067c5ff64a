import { useCallback } from 'react'
import { request } from '#web/api'
import { rememberLanguage } from '#web/i18n'

/** Picks another language. The server keeps it (of a visitor in a cookie) and renders the page anew in it. */
export function useChangeLanguage(): (code: string) => Promise<void> {
  return useCallback(async (code) => {
    await request('/api/core/session/language', { method: 'POST', body: { lang: code } })
    rememberLanguage(code)
    location.reload()
  }, [])
}
