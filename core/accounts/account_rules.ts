import { AppError } from '../contract/errors.js'
import { nameProblems } from '../contract/full_name.js'

/** Specification, section 9. */
export const PASSWORD_MINIMUM = 8

interface FieldProblem {
  field: string
  rule: string
}

/** Checks a new password: its length, and that it is not the person's own address (specification, section 5). */
export function passwordProblems(password: string, email: string): FieldProblem[] {
  if (password.length < PASSWORD_MINIMUM) return [{ field: 'password', rule: 'password_minimum' }]
  if (password.toLowerCase() === email.toLowerCase()) return [{ field: 'password', rule: 'password_is_email' }]
  return []
}

/** The details that a person enters when they get an account (specification, section 5). */
export function detailProblems(details: { firstname: string; lastname: string; agreed: boolean }): FieldProblem[] {
  return [...nameProblems(details), ...(details.agreed ? [] : [{ field: 'agreed', rule: 'agreed_mandatory' }])]
}

/** @throws AppError 422 with each wrong field and its rule */
export function refuse(errors: readonly FieldProblem[]): void {
  if (errors.length) throw new AppError(422, 'validation_failed', { errors })
}
