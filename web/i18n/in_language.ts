import { createIntl } from 'react-intl'
import { localeOf } from '#core/contract/languages'
import { onError } from './MessagesProvider.js'
import { fetchMessages } from './messages.js'
import type { Translate } from './use_t.js'

/** The texts of a part in another language than the page's, outside components, such as for a toast. */
export async function translateIn(language: string, part: string): Promise<Translate> {
  const messages = await fetchMessages(part, language)
  const intl = createIntl({ locale: localeOf(language), defaultLocale: 'en', messages, onError })
  return (id, values) => intl.formatMessage({ id }, values) as string
}
