/** The possible columns of the file, in their order in the file. */
export const COLUMNS = ['date', 'from_name', 'from_address', 'to', 'cc', 'subject', 'text', 'attachments', 'message_id', 'note'] as const
export type Column = (typeof COLUMNS)[number]

/** Maximum size of a mailbox, in bytes. */
export const MAX_BYTES = 2 * 1024 ** 3

/**
 * A warning about a message; words: `mailbox_tools.note.<note>`. `cut`: it was too large and was truncated. `unreadable`: only its headers
 * could be read.
 */
export const NOTES = ['cut', 'unreadable'] as const

/** A parsed message. */
export interface Message {
  /** ISO 8601; null without a valid date. */
  date: string | null
  from_name: string
  from_address: string
  to: string
  cc: string
  subject: string
  text: string
  /** The file names, separated by commas. Attachments are not opened. */
  attachments: string
  message_id: string
  note: (typeof NOTES)[number] | null
}
