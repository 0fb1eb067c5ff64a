import { asSystem, inCompany } from '../tenancy/scope.js'

/** A person in the company in which they act; without a company, an admin. */
export interface Acting {
  companyId: number | null
  membershipId: number | null
  userId: number
}

/** Sends in the scope of the person's company, or as the platform for a person without one. */
export async function toPerson(
  { companyId, membershipId, userId }: Acting,
  send: (to: { member: number } | { person: number }) => Promise<unknown>,
): Promise<void> {
  if (companyId && membershipId) await inCompany(companyId, () => send({ member: membershipId }))
  else await asSystem('account.mail', () => send({ person: userId }))
}

/** Runs in the scope of the person's company; for an admin's own account in the system's. */
export const inOwnScope = <T>({ companyId }: Pick<Acting, 'companyId'>, work: () => Promise<T>): Promise<T> =>
  companyId ? inCompany(companyId, work) : asSystem('account.own', work)
