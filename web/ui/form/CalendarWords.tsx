import { AdapterLuxon } from '@mui/x-date-pickers/AdapterLuxon'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { bgBG, deDE, enUS, esES, frFR, nlNL, ptPT, trTR } from '@mui/x-date-pickers/locales'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { Language } from '#core/contract/languages'

/** The calendar's own texts, for every language of the interface. */
const WORDS: Record<Language, typeof nlNL> = { nl: nlNL, en: enUS, fr: frFR, es: esES, de: deDE, tr: trTR, pt: ptPT, bg: bgBG }
const wordsOf = (locale: string) =>
  (WORDS[locale.split('-')[0] as Language] ?? enUS).components.MuiLocalizationProvider.defaultProps.localeText

/** Wraps a calendar, so that it uses the language and date format of the interface. */
export function CalendarWords({ children }: { children: ReactNode }) {
  const { locale } = useIntl()
  return (
    <LocalizationProvider dateAdapter={AdapterLuxon} adapterLocale={locale} localeText={wordsOf(locale)}>
      {children}
    </LocalizationProvider>
  )
}
