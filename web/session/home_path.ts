import { landingPath } from '#core/contract/pages'
import type { Role } from '#core/contract/roles'
import { bootstrap } from '../boot/bootstrap.js'

/** Where a person of this role is at home here: the page that a plugin which is on gives the role, or their profile. */
export function homePath(role: Role): string {
  return landingPath(bootstrap.pages, role)
}
