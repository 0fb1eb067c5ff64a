import { notFound } from '#core/contract/errors'
import { acrossCompanies, inChosenCompany, type Session } from '#core/kit/scope'
import { isLandingKey, type LandingKey } from '../../blocks.js'

/** A page and whose texts it has: those of one company, or the platform's (null). */
export interface PageOf {
  page: LandingKey
  company: number | null
}

/** @throws AppError 404 for an unknown page */
export function keyOf(page: unknown): LandingKey {
  if (!isLandingKey(page)) throw notFound()
  return page
}

/**
 * Runs `fn` where an owner's texts are: the platform's across companies, a company's in its own scope, where the policies apply. Audited.
 * @throws AppError 404 for an unknown company, or one where the plugin is off
 */
export const inOwnerScope = <T>(session: Session, company: number | null, reason: string, fn: () => Promise<T>): Promise<T> =>
  company === null ? acrossCompanies(session, reason, fn) : inChosenCompany(session, { company, reason }, fn)
