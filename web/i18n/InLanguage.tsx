import { use, type ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { bootstrap } from '../boot/bootstrap.js'
import { localeOf, onError } from './MessagesProvider.js'
import { fetchMessages, type Messages } from './messages.js'

const loaded = new Map<string, Promise<Messages>>()

function messagesIn(part: string, language: string): Promise<Messages> {
  const key = `${part}.${language}`
  let messages = loaded.get(key)
  if (!messages) loaded.set(key, (messages = fetchMessages(part, language)))
  return messages
}

interface InLanguageProps {
  language: string
  /** Whose words are used inside: `core` or a plugin. */
  part: string
  children: ReactNode
}

/** What is inside speaks another language than the page. Suspends until the words are there. */
export function InLanguage({ language, part, children }: InLanguageProps) {
  const messages = use(messagesIn(part, language))
  return (
    <IntlProvider timeZone={bootstrap.timeZone} locale={localeOf(language)} defaultLocale="en" messages={messages} onError={onError}>
      <div lang={language === bootstrap.lang ? undefined : language}>{children}</div>
    </IntlProvider>
  )
}
