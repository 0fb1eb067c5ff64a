import type { ReactNode } from 'react'
import { useT } from '#web/i18n'
import { TextInput } from '../form/TextInput.js'
import { type MailPlaceholder, PlaceholderChips } from './PlaceholderChips.js'

export interface MailFieldsProps {
  placeholders: readonly MailPlaceholder[]
  /** Added to the names of the fields `subject`, `body` and `action`, in a form with several languages. */
  suffix?: string
  /** False: the mail may still be without this text, such as in a second language. */
  required?: boolean
  subjectHelp?: string
  /** The help of the button's label; null: the mail has no button. */
  actionHelp: string | null
  /** Longer for a label with a plural, which is written as one text. */
  actionLength?: number
  /** More fields below the subject. */
  children?: ReactNode
}

/** The text of a mail: subject, body and the button's label, with its placeholders as buttons. */
export function MailFields({
  placeholders,
  suffix = '',
  required = true,
  subjectHelp,
  actionHelp,
  actionLength = 60,
  children,
}: MailFieldsProps) {
  const t = useT()
  return (
    <PlaceholderChips placeholders={placeholders} start={`body${suffix}`}>
      <TextInput
        name={`subject${suffix}`}
        label={t('core.mail_editor.subject')}
        {...(subjectHelp && { help: subjectHelp })}
        maxLength={200}
        required={required}
      />
      {children}
      <TextInput
        name={`body${suffix}`}
        label={t('core.mail_editor.body')}
        help={t('core.mail_editor.body_help')}
        rows={12}
        maxLength={10_000}
        required={required}
      />
      {actionHelp && <TextInput name={`action${suffix}`} label={t('core.mail_editor.action')} help={actionHelp} maxLength={actionLength} />}
    </PlaceholderChips>
  )
}
