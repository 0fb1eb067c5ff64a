/** Placeholder names of people who started a registration and did not continue (specification, section 4). */
export const PLACEHOLDER = { firstname: 'voornaam', lastname: 'achternaam' }

/** SQL: the user `u` is only an unverified address, and no account. `?`: PLACEHOLDER_NAMES. */
export const IS_UNFINISHED = `u.firstname = ? and u.lastname = ? and u.platform_role is null and u.email_verified_at is null and u.password is null
  and not exists (select 1 from core_memberships m where m.user_id = u.id)`
export const PLACEHOLDER_NAMES = [PLACEHOLDER.firstname, PLACEHOLDER.lastname]
