import type { Language } from '#core/contract/languages'

/** Whose words, of which mail, in which language. */
export interface TextChoice {
  trigger: string
  language: Language
  /** Null: for every company. */
  company: number | null
}

/** As the form holds them. */
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
