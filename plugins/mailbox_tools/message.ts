/** What can be a column of the file, in the order in which it stands there. */
export const COLUMNS = ['date', 'from_name', 'from_address', 'to', 'cc', 'subject', 'text', 'attachments', 'message_id', 'note'] as const
export type Column = (typeof COLUMNS)[number]

/** The largest mailbox, in bytes. */
export const MOST_BYTES = 2 * 1024 ** 3

/** What to know of a message; words: `mailbox_tools.note.<note>`. `cut`: it was too large, its beginning is here. `unreadable`: only its head could be read. */
export const NOTES = ['cut', 'unreadable'] as const

/** A message as it was read. */
export interface Message {
  /** ISO 8601; null where it says none that can be read. */
  date: string | null
  from_name: string
  from_address: string
  to: string
  cc: string
  subject: string
  text: string
  /** Their names, separated by commas. None is opened. */
  attachments: string
  message_id: string
  note: (typeof NOTES)[number] | null
}
