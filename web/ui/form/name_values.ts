import type { GivenName } from '#core/contract/full_name'
import { check } from './form_context.js'

/** The values of the fields of `NameInputs`. */
export interface NameValues {
  firstname: string
  infix: string
  lastname: string
}

export const nameValues = ({ firstname, infix, lastname }: GivenName = { firstname: '', lastname: '' }): NameValues => ({
  firstname,
  infix: infix ?? '',
  lastname,
})

/** One name is enough. */
export const checkName = ({ firstname, lastname }: Pick<NameValues, 'firstname' | 'lastname'>) =>
  check.when(!firstname.trim() && !lastname.trim(), 'firstname', 'firstname_mandatory')
