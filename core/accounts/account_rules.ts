import { AppError } from '../contract/errors.js'
import { nameProblems } from '../contract/full_name.js'

/** Specification, section 9. */
export const PASSWORD_MINIMUM = 8

interface FieldProblem {
  field: string
  rule: string
}

/** What is wrong with a new password: its length, or that it is the person's own address. Rules of specification, section 5. */
export function passwordProblems(password: string, email: string): FieldProblem[] {
  if (password.length < PASSWORD_MINIMUM) return [{ field: 'password', rule: 'password_minimum' }]
  if (password.toLowerCase() === email.toLowerCase()) return [{ field: 'password', rule: 'password_is_email' }]
  return []
}

/** What somebody says of themselves when they get an account (specification, section 5). */
export function detailProblems(details: { firstname: string; lastname: string; agreed: boolean }): FieldProblem[] {
  return [...nameProblems(details), ...(details.agreed ? [] : [{ field: 'agreed', rule: 'agreed_mandatory' }])]
}

/** @throws AppError 422 with each field and its rule, when there is one */
export function refuse(errors: readonly FieldProblem[]): void {
  if (errors.length) throw new AppError(422, 'validation_failed', { errors })
}
