import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { IntlProvider, ReactIntlErrorCode, type IntlConfig } from 'react-intl'
import { localeOf } from '#core/contract/languages'
import { bootstrap } from '../boot/bootstrap.js'
import { messagesAtom, reportMissing } from './messages.js'

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
