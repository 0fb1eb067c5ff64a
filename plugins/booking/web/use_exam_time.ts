import { useMemo } from 'react'
import { useIntl } from 'react-intl'

/** Formats the time of an exam in the time zone of its place, wherever it is read. */
export function useExamTime() {
  const { locale } = useIntl()
  return useMemo(() => {
    const zone = { timeZone: 'Europe/Amsterdam', hour: '2-digit', minute: '2-digit' } as const
    const long = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', ...zone })
    const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', ...zone })
    return { long: (at: string) => long.format(new Date(at)), short: (at: string) => short.format(new Date(at)) }
  }, [locale])
}
