import { use, type ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { bootstrap } from '../boot/bootstrap.js'
import { localeOf, onError } from './MessagesProvider.js'
import { fetchMessages, type Messages } from './messages.js'

const loaded = new Map<string, Promise<Messages>>()

async function allOf(parts: readonly string[], language: string): Promise<Messages> {
  return Object.assign({}, ...(await Promise.all(parts.map((part) => fetchMessages(part, language))))) as Messages
}

function messagesIn(parts: readonly string[], language: string): Promise<Messages> {
  const key = `${parts.join(' ')}.${language}`
  let messages = loaded.get(key)
  if (!messages) loaded.set(key, (messages = allOf(parts, language)))
  return messages
}

interface InLanguageProps {
  language: string
  /** Whose words are used inside: `core`, a plugin, or a part of words that few screens say. */
  parts: readonly string[]
  children: ReactNode
}

/** What is inside speaks another language than the page. Suspends until the words are there. */
export function InLanguage({ language, parts, children }: InLanguageProps) {
  const messages = use(messagesIn(parts, language))
  return (
    <IntlProvider timeZone={bootstrap.timeZone} locale={localeOf(language)} defaultLocale="en" messages={messages} onError={onError}>
      <div lang={language === bootstrap.lang ? undefined : language}>{children}</div>
    </IntlProvider>
  )
}
