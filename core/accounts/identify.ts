import { imageUrl } from '../companies/branding.js'
import { companySettings } from '../companies/settings_store.js'
import { isSupportedBrowser } from '../contract/browser_support.js'
import type { IdentifiedUser } from '../contract/bootstrap.js'
import { currentIncident } from '../notices/incident.js'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'

/**
 * The identified user of GET /user/identify (specification, section 3). Costs no query beyond the session's: the settings are in memory.
 * @param session found with its memberships
 * @param userAgent of the browser that asks
 */
export async function identify(session: Session, userAgent: string): Promise<IdentifiedUser> {
  const { row } = session
  // Memberships in other companies are found by user.
  const { memberships } = row
  if (!memberships) throw new Error('identify() wants a session that was found with its memberships.')
  return {
    status: 'good',
    user_role: session.role,
    email: row.email,
    firstname: row.firstname,
    infix: row.infix,
    lastname: row.lastname,
    lang: row.language,
    company_logo: imageUrl(row.logo_file),
    // Whether this browser can cause problems with the person's online course.
    has_browser_alert: row.current_course && !isSupportedBrowser(userAgent) ? 1 : 0,
    entitlements: pluginRegistry().entitlements.map((name) => ({ name, held: session.entitlements.includes(name) })),
    registration_type: row.registration_type ?? 'invite',
    // A person without an address has nothing to verify. One who came from another system is not asked for a code: that system knows them,
    // and this session reaches one company only.
    email_verify_code: row.email === null || row.email_verified || session.isLent ? null : 'pending',
    incident: await currentIncident(),
    session_expires_at: row.expires_at.toISOString(),
    company_name: row.company_name ?? '',
    ...(await identifiedFlags(session)),
    enrolled_by_company: row.company_name,
    current_course_shortname: row.current_course,
    permissions: [...session.permissions],
    // The site that lent the session must not learn about other companies.
    memberships: memberships
      .filter(({ id }) => !session.isLent || id === session.membershipId)
      .map((membership) => ({ ...membership, current: membership.id === session.membershipId })),
  }
}

/** The flags that settings give, under the specification's names. A person without a company has all of them. */
async function identifiedFlags({ companyId, row }: Session): Promise<Record<`has_${string}`, 0 | 1>> {
  const settings = companyId ? await asSystem('identify.settings', () => companySettings(companyId, row.settings_version)) : null
  const flags = pluginRegistry().settings.flatMap(({ plugin, fields }) =>
    fields.flatMap(({ identifiedAs, key }) => (identifiedAs ? [[identifiedAs, !settings || settings[plugin]![key] ? 1 : 0]] : [])),
  )
  return Object.fromEntries(flags)
}
