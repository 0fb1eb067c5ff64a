import { AdapterLuxon } from '@mui/x-date-pickers/AdapterLuxon'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { bgBG, deDE, enUS, esES, frFR, nlNL, ptPT, trTR } from '@mui/x-date-pickers/locales'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { Language } from '#core/contract/languages'

/** The calendar's own words, for every language that the interface may speak. */
const WORDS: Record<Language, typeof nlNL> = { nl: nlNL, en: enUS, fr: frFR, es: esES, de: deDE, tr: trTR, pt: ptPT, bg: bgBG }
const wordsOf = (locale: string) =>
  (WORDS[locale.split('-')[0] as Language] ?? enUS).components.MuiLocalizationProvider.defaultProps.localeText

/** Around a calendar: it speaks and writes days as the interface does. */
export function CalendarWords({ children }: { children: ReactNode }) {
  const { locale } = useIntl()
  return (
    <LocalizationProvider dateAdapter={AdapterLuxon} adapterLocale={locale} localeText={wordsOf(locale)}>
      {children}
    </LocalizationProvider>
  )
}
