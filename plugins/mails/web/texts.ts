import type { Language } from '#core/contract/languages'

/** The owner, mail and language of a text. */
export interface TextChoice {
  trigger: string
  language: Language
  /** Null: for every company. */
  company: number | null
}

/** The values of the form. */
export interface TextValues {
  subject: string
  body: string
  action: string
}

export const toValues = ({ subject, body, action }: Readonly<Record<string, unknown>>): TextValues => ({
  subject: String(subject ?? ''),
  body: String(body ?? ''),
  action: String(action ?? ''),
})

export const toSend = ({ action, ...rest }: TextValues) => ({ ...rest, action: action.trim() || null })
