import { landingPage, type Role } from '#core/contract/roles'
import { bootstrap } from '../boot/bootstrap.js'
import { fits, FRONT_DOOR_PAGES } from '../boot/front_door.js'

/**
 * Where a person of this role is at home here: the landing page of the role
 * or, where no plugin that is on gives that page, their profile.
 */
export function homePath(role: Role): string {
  const landing = landingPage(role)
  const exists = bootstrap.pages.some((page) => !FRONT_DOOR_PAGES.includes(page.name) && fits(page.path, landing))
  return exists ? landing : '/profiel'
}
