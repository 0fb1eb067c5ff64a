import { AppError } from '../contract/errors.js'
import { nameProblems } from '../contract/full_name.js'

/** Specification, section 9. */
export const PASSWORD_MINIMUM = 8

interface FieldProblem {
  field: string
  rule: string
}

/** Checks a new password: its length, and that it is not the person's own address, if they have one (specification, section 5). */
export function passwordProblems(password: string, email: string | null): FieldProblem[] {
  if (password.length < PASSWORD_MINIMUM) return [{ field: 'password', rule: 'password_minimum' }]
  if (email !== null && password.toLowerCase() === email.toLowerCase()) return [{ field: 'password', rule: 'password_is_email' }]
  return []
}

const EASY = ['01234567890123456789', '98765432109876543210']
/** Refuses a code that anybody tries first: one digit only, or digits in order. */
export const codeProblems = (code: string): FieldProblem[] =>
  /^(.)\1*$/.test(code) || EASY.some((row) => row.includes(code)) ? [{ field: 'password', rule: 'code_too_easy' }] : []

/** The details that a person enters when they get an account (specification, section 5). */
export function detailProblems(details: { firstname: string; lastname: string; agreed: boolean }): FieldProblem[] {
  return [...nameProblems(details), ...(details.agreed ? [] : [{ field: 'agreed', rule: 'agreed_mandatory' }])]
}

/** @throws AppError 422 with each wrong field and its rule */
export function refuse(errors: readonly FieldProblem[]): void {
  if (errors.length) throw new AppError(422, 'validation_failed', { errors })
}
