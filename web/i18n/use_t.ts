import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import { reportMissing } from './messages.js'

export type MessageValues = Record<string, string | number | boolean | Date | null | undefined>

/** Translates a message id: `t('core.actions.save')`, `t('core.table.total', { count })`. */
export type Translate = (id: string, values?: MessageValues) => string

/** Short for react-intl's formatMessage with an id; for texts with markup use <FormattedMessage>. */
export function useT(): Translate {
  const intl = useIntl()
  return useCallback<Translate>((id, values) => intl.formatMessage<MessageValues>({ id }, values) as string, [intl])
}

/** Whether a message exists, for server codes that may have no text. */
export function useHasMessage(): (id: string) => boolean {
  const { messages } = useIntl()
  return useCallback(
    (id) => {
      const has = Object.hasOwn(messages, id)
      if (!has) reportMissing(id)
      return has
    },
    [messages],
  )
}
