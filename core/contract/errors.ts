/**
 * An expected error. `code` is stable and comes from the catalogue of the specification (section 8) where it has one; the browser turns it
 * into words (`core.errors.<code>` or `<plugin>.errors.<code>`). It is never prose.
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

/** 404, also for ids of another company, so that strangers learn nothing (design, section 4). */
export const notFound = () => new AppError(404, 'not_found')
/** 409: the request is valid but the current state does not allow it. */
export const conflict = (code: string, details?: Record<string, unknown>) => new AppError(409, code, details)
/** 403 for a role or entitlement without permission; never for another company's rows. */
export const forbidden = (code = 'forbidden') => new AppError(403, code)
/** 422 for one field with a rule that only a service can decide. */
export const invalid = (field: string, rule: string) => new AppError(422, 'validation_failed', { errors: [{ field, rule }] })

/** The data that a form needs to continue after another person saved first. */
export interface ChangedMeanwhile {
  /** The name of the person who saved; null if unknown (a declared tenant, a person who was erased). */
  readonly by: string | null
  /** The time, ISO 8601. */
  readonly at: string | null
  /** The version to send with the next save. */
  readonly version: string
  /** The current record, in the shape of the form's data. */
  readonly current: Readonly<Record<string, unknown>>
  /** The fields of the refused save that have a different value now. */
  readonly differs: readonly string[]
}
/** 409 for a save that was based on an older version: the form shows both versions (web/ui/form). */
export const changedMeanwhile = (what: ChangedMeanwhile) => conflict('changed_meanwhile', { ...what })
