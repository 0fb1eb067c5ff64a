import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { IntlProvider, ReactIntlErrorCode, type IntlConfig } from 'react-intl'
import { bootstrap } from '../boot/bootstrap.js'
import { messagesAtom, reportMissing } from './messages.js'

/** Regional formats of our customers: plain `en` and `pt` would be American and Brazilian. */
const REGIONS: Record<string, string> = { en: 'en-GB', pt: 'pt-PT' }
export const localeOf = (language: string) => REGIONS[language] ?? language

const reported = new Set<string>()

/** A missing message is logged once (specification, section 1); its id is shown. */
export const onError: NonNullable<IntlConfig['onError']> = (error) => {
  if (error.code === ReactIntlErrorCode.MISSING_TRANSLATION && error.descriptor?.id) reportMissing(error.descriptor.id)
  const key = error.message
  if (reported.has(key)) return
  reported.add(key)
  // A language without Intl data is no fault of the page.
  if (error.code === ReactIntlErrorCode.MISSING_DATA) return
  console.error(error.message)
}

/** Gives react-intl the loaded messages; grows as plugins load. */
export function MessagesProvider({ children }: { children: ReactNode }) {
  const messages = useAtomValue(messagesAtom)
  return (
    <IntlProvider timeZone={bootstrap.timeZone} locale={localeOf(bootstrap.lang)} defaultLocale="en" messages={messages} onError={onError}>
      {children}
    </IntlProvider>
  )
}
