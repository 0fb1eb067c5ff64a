/** A call from outside, before anything of it is believed. */
export interface InboxCall {
  /** Byte for byte as it came: what is signed are bytes. */
  readonly body: string
  readonly header: (name: string) => string | undefined
}

export interface InboxMessage {
  /** The sender's own id: what is told twice happens once. */
  readonly id: string
  /** Whose it is. */
  readonly companyId: number
  /** What its handler needs, and nothing more: no person's data. */
  readonly content: Readonly<Record<string, unknown>>
}

/**
 * Where another system tells us something. The call is verified, kept once by the sender's id and answered; a job works it off in
 * the company that it belongs to, and again when that fails.
 */
export interface InboxDefinition {
  /** `<plugin>.<resource>.<action>`; the name of its route, too. */
  readonly name: string
  readonly path: string
  /**
   * Verifies a call and says what it tells. Runs in no company's scope.
   * @returns null for what is genuine and no concern of ours: it is answered and forgotten
   * @throws AppError 401 invalid_signature; 400 for a signed event that cannot be read; 404 where no sender is set up
   */
  readonly read: (call: InboxCall) => Promise<InboxMessage | null>
  /** In the company's scope, in any order, at least once. @throws when it has to be tried again */
  readonly handle: (content: never) => Promise<void>
}

/** Gives the definition back, checked: its `handle` takes what its `read` made. */
export const defineInbox = (definition: InboxDefinition): InboxDefinition => Object.freeze(definition)
