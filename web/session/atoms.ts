import { atom } from 'jotai'
import type { AccessSubject } from '#core/contract/access'
import type { IdentifiedUser } from '#core/contract/bootstrap'
import { bootstrap } from '../boot/bootstrap.js'
import { tab } from '../boot/safe_storage.js'
import { hasLoginCookies } from './cookies.js'

/** The signed-in person as the server knows them, or null. */
export const userAtom = atom<IdentifiedUser | null>(bootstrap.user)

/** The page is framed by another site, where cookies for hints are not kept. */
export const isFramed = bootstrap.framed !== null

/** Both the server's session and the guard's two cookies. */
export const loggedInAtom = atom(bootstrap.user !== null && (isFramed || hasLoginCookies()))

/** Names of the entitlements that the person holds. */
export const entitlementsAtom = atom<readonly string[]>(
  (get) =>
    get(userAtom)
      ?.entitlements.filter((entitlement) => entitlement.held)
      .map((entitlement) => entitlement.name) ?? [],
)

/** False while an admin only views the site as a company: the server refuses changes until they give a reason. */
export const mayChangeAtom = atom(bootstrap.impersonation?.mayChange ?? true)

/** For `isAllowed`; null for a visitor. */
export const subjectAtom = atom<AccessSubject | null>((get) => {
  const user = get(userAtom)
  if (!user || !get(loggedInAtom)) return null
  return { role: user.user_role, entitlements: get(entitlementsAtom), permissions: new Set(user.permissions) }
})

export const languageAtom = atom(bootstrap.lang)
export const companyLogoAtom = atom((get) => get(userAtom)?.company_logo ?? bootstrap.branding.logoUrl)

/** A flag that a URL parameter sets for this tab. */
function rememberedFlag(parameter: string, expected: string, key: string): boolean {
  if (new URLSearchParams(location.search).get(parameter) === expected) tab.write(key, '1')
  return tab.read(key) === '1'
}

/** Section 2: ?mode=lti, the platform is inside a learning management system, whose navigation surrounds ours. */
const ltiMode = rememberedFlag('mode', 'lti', 'lti_mode')
export const ltiModeAtom = atom(ltiMode)
/** Section 2: ?hidenavigation=1 hides both bars for the session. */
export const navigationHiddenAtom = atom(rememberedFlag('hidenavigation', '1', 'hidenavigation') || isFramed || ltiMode)

/** The password-reset popup and the address it starts with (section 3, client state). */
export const passwordResetAtom = atom<{ open: boolean; email: string; security: boolean }>({
  open: new URLSearchParams(location.search).has('passwordreset'),
  email: '',
  security: false,
})
