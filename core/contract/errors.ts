/**
 * An expected refusal. `code` is stable and from the catalogue of the
 * specification (section 8) where it has one; the browser turns it into words
 * (`core.errors.<code>` or `<plugin>.errors.<code>`). Never prose.
 */
export class AppError extends Error {
  constructor(
    /** HTTP status, 4xx. */
    readonly status: number,
    readonly code: string,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(code)
  }
}

/** 404, also for ids of another company: a stranger learns nothing (design, section 4). */
export const notFound = () => new AppError(404, 'not_found')
/** 409: the request was well formed but the state does not allow it. */
export const conflict = (code: string, details?: Record<string, unknown>) => new AppError(409, code, details)
/** 403 for a role or entitlement that may not; never for another company's rows. */
export const forbidden = (code = 'forbidden') => new AppError(403, code)
/** 422 for one field with a rule that only a service can decide. */
export const invalid = (field: string, rule: string) => new AppError(422, 'validation_failed', { errors: [{ field, rule }] })

/** What a form needs to go on after somebody else saved first. */
export interface ChangedMeanwhile {
  /** Who it was, by name; null when nobody knows (a declared tenant, somebody who was erased). */
  readonly by: string | null
  /** When, ISO 8601. */
  readonly at: string | null
  /** What the next save goes back with. */
  readonly version: string
  /** The record as it is now, in the form's own shape. */
  readonly current: Readonly<Record<string, unknown>>
  /** The fields of the refused save that are something else now. */
  readonly differs: readonly string[]
}
/** 409 for a save that was made from an older version: the form shows both sides (web/ui/form). */
export const changedMeanwhile = (what: ChangedMeanwhile) => conflict('changed_meanwhile', { ...what })
