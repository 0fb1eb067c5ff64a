/** A call from outside that has not been verified yet. */
export interface WebhookCall {
  /** The exact bytes, because the signature covers them. */
  readonly body: string
  readonly header: (name: string) => string | undefined
}

export interface WebhookMessage {
  /** The sender's id of the message. A message with a known id is ignored. */
  readonly id: string
  /** The company that it belongs to. */
  readonly companyId: number
  /** Only the data that the handler needs. No personal data. */
  readonly content: Readonly<Record<string, unknown>>
}

/**
 * A webhook. The call is verified, stored once by the sender's id and answered. A job then handles it in the company it
 * belongs to, and retries when that fails.
 */
export interface WebhookDefinition {
  /** `<plugin>.<resource>.<action>`; the name of its route, too. */
  readonly name: string
  readonly path: string
  /**
   * Verifies a call and reads its message. Runs outside any company's scope.
   * @returns null for a genuine call that does not concern us: it is answered and not stored
   * @throws AppError 401 invalid_signature; 400 for a signed event that cannot be read; 404 where no sender is set up
   */
  readonly read: (call: WebhookCall) => Promise<WebhookMessage | null>
  /** Runs in the company's scope, at least once, in any order. @throws to retry later */
  readonly handle: (content: never) => Promise<void>
}

/** Declares a webhook. */
export const defineWebhook = (definition: WebhookDefinition): WebhookDefinition => Object.freeze(definition)
