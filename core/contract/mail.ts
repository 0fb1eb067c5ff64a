import type { EventToken } from './events.js'
import type { Role } from './roles.js'

/** Who receives a mail. `at`: another address of theirs than the account's, which they are changing it from or to. */
export type MailRecipient =
  /** A membership of the running company: what it said about receiving and forwarding mail holds. */
  | { readonly member: number; readonly at?: string }
  /** A person, whatever company they are of: mail of the platform about their account. Only across companies. */
  | { readonly person: number; readonly at?: string }
  /** A bare address, for who has no account; `language` as theirs is not known. One of a member of the company is that member. */
  | { readonly email: string; readonly name: string; readonly language?: string }

/** Goes along with a mail: a kept file of the company, or bytes made for it. Together at most MAX_ATTACHMENT_BYTES. */
export type MailAttachment =
  { readonly file: number; readonly name?: string } | { readonly name: string; readonly contentType: string; readonly content: Uint8Array }

/** Of nobody, for ever (RFC 2606): people whom another system brings without an address have one there, which nothing is sent to. */
const NO_MAILBOX = '@no-mail.invalid'
/** What stands for an address that somebody does not have. @param name which is theirs alone */
export const addressWithoutMailbox = (name: string) =>
  `${name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 40)}${NO_MAILBOX}`
/** Whether mail can reach an address at all. */
export const hasMailbox = (email: string) => !email.endsWith(NO_MAILBOX)

/** All attachments of one mail, in bytes: what the strictest mail servers take, after encoding. */
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
  /** Sent on this event; without one it is sent by `sendMail`. */
  readonly on?: EventToken<P>
  /** Not sent when false. */
  readonly when?: (payload: P) => Promise<boolean> | boolean
  /**
   * About the account itself (an invitation, a reset): goes to the person's own
   * address, also of those who receive no other mail (decision 0035).
   */
  readonly aboutAccount?: boolean
  /** Sent to people who have no account yet: its last line says why they get it. */
  readonly beforeAccount?: boolean
  /**
   * Only people of these roles ever receive it: they alone are asked how. Needed of every mail that is not about the account; empty: it goes
   * to addresses that are nobody's here.
   */
  readonly receivedBy?: readonly Role[]
  /** Who receives it: a membership's id, or any recipient. Needed with `on`. */
  readonly to?: (payload: P) => number | MailRecipient
  /**
   * What the text may use as {placeholder}, asked when the mail is written, after commit.
   * `actionUrl`, when given, becomes the mail's one button. Null: what it tells of was taken back meanwhile, and nothing is sent.
   */
  readonly load: (payload: P) => Promise<Record<string, string> | null>
  /** Asked at each try to deliver. */
  readonly attachments?: (payload: P) => Promise<MailAttachment[]>
  /** Values of `load` that open something (a link with a token, a code): kept encrypted until it is sent, and never shown. */
  readonly secrets?: readonly string[]
  /** Values of `load` without which the mail is of no use: other words for it may not leave them out. Those in `secrets` are so already. */
  readonly required?: readonly string[]
  /**
   * Words that were written for this one mailing, such as a campaign's: they stand where the mail's own words would. Null: the mail's own.
   * @param language of who receives it; the answer says in which it is
   */
  readonly words?: (payload: P, language: string) => Promise<MailingWords | null>
  /**
   * Where its reader stops getting such mails: an address of ours that a POST alone (RFC 8058) and a page are for. Its last line leads there,
   * and its headers name it. Of every mail that is advertising.
   */
  readonly unsubscribe?: (payload: P) => Promise<string>
  /** Makes the mail previewable and testable without data; its keys are what a company's own text may use. */
  readonly sample: Record<string, string>
}

/** Declares a mail with its types checked; use it in `mails`. */
export function defineMail<P>(mail: MailDefinition<P>): MailDefinition {
  return mail as unknown as MailDefinition
}
