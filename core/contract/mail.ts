import type { EventToken } from './events.js'
import type { Role } from './roles.js'

/** The recipient of a mail. `at`: an address other than the account's, while the person changes their address. */
export type MailRecipient =
  /** A membership of the running company. Its settings for receiving and forwarding mail apply. */
  | { readonly member: number; readonly at?: string }
  /** A person of any company: mail from the platform about their account. Only outside a company's scope. */
  | { readonly person: number; readonly at?: string }
  /** An address without an account. If a member of the company has this address, the mail counts as theirs. */
  | { readonly email: string; readonly name: string; readonly language?: string }

/** An attachment: a stored file of the company, or bytes. All attachments together: at most MAX_ATTACHMENT_BYTES. */
export type MailAttachment =
  { readonly file: number; readonly name?: string } | { readonly name: string; readonly contentType: string; readonly content: Uint8Array }

/** A reserved domain (RFC 2606). People who come from another system without an address get one here; nothing is sent to it. */
const NO_MAILBOX = '@no-mail.invalid'
/** A placeholder address for a person without one. @param name unique for this person */
export const addressWithoutMailbox = (name: string) =>
  `${name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 40)}${NO_MAILBOX}`
/** Whether mail can reach an address at all. */
export const hasMailbox = (email: string) => !email.toLowerCase().endsWith(NO_MAILBOX)

/** Limit for all attachments of one mail, in bytes: what the strictest mail servers accept after encoding. */
export const MAX_ATTACHMENT_BYTES = 7 * 1024 * 1024

/** Words of one mailing, with {placeholder}s. `action` null: the button's own label. */
export interface MailingWords {
  readonly language: string
  readonly subject: string
  readonly body: string
  readonly action: string | null
}

export interface MailDefinition<P = never> {
  /** `<plugin>.<what>`; subject and body are the messages `<trigger>.subject` and `<trigger>.body`; `<trigger>.when` tells editors when it is sent. */
  readonly trigger: string
  /** Sent on this event. Without an event, code sends it with `sendMail`. */
  readonly on?: EventToken<P>
  /** Not sent when false. */
  readonly when?: (payload: P) => Promise<boolean> | boolean
  /**
   * About the account itself (an invitation, a reset): always sent to the person's
   * own address, even if they receive no other mail (decision 0035).
   */
  readonly aboutAccount?: boolean
  /** Sent to people who have no account yet: its last line says why they get it. */
  readonly beforeAccount?: boolean
  /**
   * The roles that can receive it; only they see it in their notification settings. Required unless `aboutAccount`. Empty: it is sent to
   * addresses without an account.
   */
  readonly receivedBy?: readonly Role[]
  /** The recipient: the id of a membership, or another recipient. Required with `on`. */
  readonly to?: (payload: P) => number | MailRecipient
  /**
   * Loads the values for the {placeholders}, after commit. `actionUrl` becomes the mail's button.
   * Null: the reason for the mail no longer exists, and nothing is sent.
   */
  readonly load: (payload: P) => Promise<Record<string, string> | null>
  /** Called at each delivery attempt. */
  readonly attachments?: (payload: P) => Promise<MailAttachment[]>
  /** Values of `load` that give access (a link with a token, a code): stored encrypted until sent, and never shown. */
  readonly secrets?: readonly string[]
  /** Values of `load` that a custom text must contain. Values in `secrets` are always required. */
  readonly required?: readonly string[]
  /** Texts of one mailing, such as a campaign, instead of the mail's own. Null: the mail's own. @param language of the recipient */
  readonly words?: (payload: P, language: string) => Promise<MailingWords | null>
  /**
   * The address where the recipient unsubscribes: it takes a POST (RFC 8058) and has a page. It is linked below the text and named in the
   * headers. Required for every promotional mail.
   */
  readonly unsubscribe?: (payload: P) => Promise<string>
  /** Sample values for previews and tests. Its keys are the placeholders that a custom text can use. */
  readonly sample: Record<string, string>
}

/** Declares a mail with its types checked; use it in `mails`. */
export function defineMail<P>(mail: MailDefinition<P>): MailDefinition {
  return mail as unknown as MailDefinition
}
