import { use, type ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { localeOf } from '#core/contract/languages'
import { bootstrap } from '../boot/bootstrap.js'
import { onError } from './MessagesProvider.js'
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
  /** The part whose texts are used inside: `core`, a plugin, or a part of texts for few screens. */
  parts: readonly string[]
  children: ReactNode
}

/** Shows its children in another language than the page. Suspends until the texts are loaded. */
export function InLanguage({ language, parts, children }: InLanguageProps) {
  const messages = use(messagesIn(parts, language))
  return (
    <IntlProvider timeZone={bootstrap.timeZone} locale={localeOf(language)} defaultLocale="en" messages={messages} onError={onError}>
      <div lang={language === bootstrap.lang ? undefined : language}>{children}</div>
    </IntlProvider>
  )
}
