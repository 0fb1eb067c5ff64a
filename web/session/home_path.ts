import { landingPath } from '#core/contract/pages'
import type { Role } from '#core/contract/roles'
import { bootstrap } from '../boot/bootstrap.js'

/** The landing page of a role here: from a plugin that is on, or the profile. */
export function homePath(role: Role): string {
  return landingPath(bootstrap.pages, role)
}
