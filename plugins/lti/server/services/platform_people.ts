import db from '@adonisjs/lucid/services/db'
import { type PersonName, fullName } from '#core/contract/full_name'
import { AppError } from '#core/contract/errors'
import { currentCompanyId } from '#core/kit/scope'
import { renameFederated } from '#core/kit/federation'
import type { LaunchDetails, IdentitySource } from './people.js'
import type { Platform } from './platforms.js'

/** A person who opens several courses in a row is recorded once. */
export const SEEN_AGAIN_MS = 60_000

/** People according to a platform. */
export const byPlatform = ({ id, trustedDomains }: Platform): IdentitySource => ({
  key: String(id),
  trustedDomains,
  find: async (sub) => {
    const row: { id: number; membership_id: number; last_used_at: Date | null } | null = await db
      .from('lti_people')
      .where({ company_id: currentCompanyId(), platform_id: id, sub })
      .select('id', 'membership_id', 'last_used_at')
      .first()
    if (row && Date.now() - (row.last_used_at?.getTime() ?? 0) > SEEN_AGAIN_MS)
      await db.from('lti_people').where('id', row.id).update({ last_used_at: new Date() })
    return row ? { personId: row.id, membershipId: row.membership_id } : null
  },
  keep: async (trx, told, membershipId, isMade) =>
    void (await trx.rawQuery(
      `insert into lti_people (company_id, platform_id, sub, membership_id, is_administrator, is_made, last_used_at)
         select m.company_id, p.id, ?, m.id, ?, ?, now() from kit_memberships m join lti_platforms p on p.company_id = m.company_id
          where m.id = ? and p.id = ?
       on conflict (company_id, platform_id, sub) do nothing`,
      [told.subject, told.isAdministrator, isMade, membershipId, id] as never,
    )),
  isSame: async (sub, email) => {
    const { rows } = await db.rawQuery<{ rows: { same: boolean }[] }>('select lti_same_person(?, ?, ?) as same', [id, sub, email])
    return rows[0]!.same
  },
  forget: async (sub, membershipId) =>
    (
      await db
        .from('lti_people')
        .where({ company_id: currentCompanyId(), platform_id: id, sub, membership_id: membershipId })
        .delete()
        .returning('id')
    ).length > 0,
})

/** Whether a person currently administers that platform. */
export const storeAdministrator = async (personId: number, isAdministrator: boolean): Promise<void> =>
  void (await db
    .from('lti_people')
    .where('id', personId)
    .whereNot('is_administrator', isAdministrator)
    .update({ is_administrator: isAdministrator }))

/** A platform changed a person's name: ours follows when that platform created the account. */
export async function renamePerson(
  { personId, membershipId }: { personId: number; membershipId: number },
  name: LaunchDetails['name'],
): Promise<void> {
  if (!name.given && !name.family) return
  const row: PersonName | null = await db
    .from('lti_people as p')
    .join('kit_members as m', 'm.id', 'p.membership_id')
    .where({ 'p.id': personId, 'p.is_made': true })
    .select('m.firstname', 'm.infix', 'm.lastname')
    .first()
  const told = { firstname: name.given, infix: name.infix ?? null, lastname: name.family }
  // The platform has no field for an infix: an infix in front of the last name counts as the same name.
  if (!row || fullName(row) === fullName(told)) return
  await renameFederated(membershipId, told).catch((error: unknown) => {
    // Linked to another system too by now: their name is their own.
    if (!(error instanceof AppError)) throw error
  })
}
