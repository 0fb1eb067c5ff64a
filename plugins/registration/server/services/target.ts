import db from '@adonisjs/lucid/services/db'
import { conflict, invalid } from '#core/contract/errors'
import { hasAdministrator, type RegistrationFor, stateOfRegistration } from '#core/kit/registration'
import { inCompanyOfToken, inOpenCompany, currentCompanyId } from '#core/kit/scope'
import { settingsOf } from '#core/kit/settings'
import { registrationSettings } from '../../settings.js'

export interface Asked {
  token?: string | null | undefined
  /** Login id or name of a company, as its page knows it or as the person typed it. */
  company?: string | null | undefined
  role?: 'leerling' | 'beheerder' | undefined
}

/**
 * Returns the company and role for a registration: by a company's link, or on the page of a company that is open to everybody.
 * @throws AppError 404 for an unknown or replaced link; 409 registration_closed, administrator_exists; 422 at `company`: company_mandatory,
 * unknown_company
 */
export async function targetOf({ token, company, role = 'leerling' }: Asked): Promise<RegistrationFor> {
  if (token) return inCompanyOfToken({ plugin: 'registration', table: 'registration_links', token }, () => targetHere('leerling', true))
  if (!company) throw invalid('company', 'company_mandatory')
  const target = await inOpenCompany({ plugin: 'registration', company }, () => targetHere(role, false))
  if (!target) throw invalid('company', 'unknown_company')
  return target
}

/**
 * Continues a registration that another plugin started in this browser, such as a company's direct access: for the same address only,
 * because that plugin allowed this person.
 * @throws AppError 409 registration_expired
 */
export async function targetOfBegun(registration: string | undefined, email: string): Promise<RegistrationFor> {
  const state = await stateOfRegistration(registration)
  if (state?.email.toLowerCase() !== email) throw conflict('registration_expired')
  const { companyId, role, via } = state
  return { companyId, role, via }
}

/** Runs in the current company. */
async function targetHere(role: 'leerling' | 'beheerder', byLink: boolean): Promise<RegistrationFor> {
  const companyId = currentCompanyId()
  const { self_registration: open, administrator_sign_up: administrators } = await settingsOf(registrationSettings)
  if (role === 'beheerder') {
    if (!administrators) throw conflict('registration_closed')
    if (await hasAdministrator(db, companyId)) throw conflict('administrator_exists')
  } else if (open === 'closed' || (open === 'link' && !byLink)) throw conflict('registration_closed')
  return { companyId, role, via: role === 'beheerder' ? 'registration.sign_up' : 'registration.register' }
}
