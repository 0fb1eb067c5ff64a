import { signedIn } from '../contract/access.js'
import type { RouteDefinition } from '../contract/plugin.js'

const Profile = () => import('#core/profile/controllers/profile_controller')
const Second = () => import('#core/profile/controllers/second_factor_controller')
const Account = () => import('#core/profile/controllers/account_controller')

/** The caller's own account: no route takes the id of a person. */
export const profileRoutes: RouteDefinition[] = [
  { method: 'GET', path: '/api/core/profile', name: 'core.profile.show', handler: [Profile, 'show'], access: signedIn },
  { method: 'PATCH', path: '/api/core/profile/details', name: 'core.profile.details', handler: [Profile, 'details'], access: signedIn },
  { method: 'PATCH', path: '/api/core/profile/consents', name: 'core.profile.consents', handler: [Profile, 'consents'], access: signedIn },
  { method: 'POST', path: '/api/core/account/password', name: 'core.account.password', handler: [Account, 'password'], access: signedIn },
  { method: 'GET', path: '/api/core/account/email', name: 'core.account.email', handler: [Account, 'email'], access: signedIn },
  { method: 'POST', path: '/api/core/account/email', name: 'core.account.ask_email', handler: [Account, 'askEmail'], access: signedIn },
  {
    method: 'POST',
    path: '/api/core/account/email/confirm',
    name: 'core.account.confirm_email',
    handler: [Account, 'confirmEmail'],
    access: signedIn,
  },
  {
    method: 'DELETE',
    path: '/api/core/account/email',
    name: 'core.account.cancel_email',
    handler: [Account, 'cancelEmail'],
    access: signedIn,
  },
  { method: 'GET', path: '/api/core/account/sessions', name: 'core.account.sessions', handler: [Account, 'sessions'], access: signedIn },
  {
    method: 'POST',
    path: '/api/core/account/sessions/end',
    name: 'core.account.end_sessions',
    handler: [Account, 'endSessions'],
    access: signedIn,
  },
  {
    method: 'DELETE',
    path: '/api/core/account/sessions/:id',
    name: 'core.account.end_session',
    handler: [Account, 'endSession'],
    access: signedIn,
    // Belongs to a person, not a company: core/tests/own_account.test.ts tries somebody else's.
    params: { id: 'public' },
  },
  { method: 'POST', path: '/api/core/account/export', name: 'core.account.export', handler: [Account, 'export'], access: signedIn },
  { method: 'GET', path: '/api/core/account/deletion', name: 'core.account.deletion', handler: [Account, 'deletion'], access: signedIn },
  // POST, because some proxies drop the body of a DELETE.
  { method: 'POST', path: '/api/core/account/delete', name: 'core.account.destroy', handler: [Account, 'destroy'], access: signedIn },
  { method: 'GET', path: '/api/core/account/second_factor', name: 'core.second_factor.show', handler: [Second, 'show'], access: signedIn },
  {
    method: 'POST',
    path: '/api/core/account/second_factor',
    name: 'core.second_factor.begin',
    handler: [Second, 'begin'],
    access: signedIn,
  },
  {
    method: 'POST',
    path: '/api/core/account/second_factor/confirm',
    name: 'core.second_factor.confirm',
    handler: [Second, 'confirm'],
    access: signedIn,
  },
  {
    method: 'POST',
    path: '/api/core/account/second_factor/codes',
    name: 'core.second_factor.codes',
    handler: [Second, 'codes'],
    access: signedIn,
  },
  {
    method: 'POST',
    path: '/api/core/account/second_factor/remove',
    name: 'core.second_factor.remove',
    handler: [Second, 'remove'],
    access: signedIn,
  },
  { method: 'GET', path: '/api/core/account/passkeys', name: 'core.passkeys.index', handler: [Second, 'passkeys'], access: signedIn },
  { method: 'POST', path: '/api/core/account/passkeys', name: 'core.passkeys.begin', handler: [Second, 'beginPasskey'], access: signedIn },
  {
    method: 'POST',
    path: '/api/core/account/passkeys/confirm',
    name: 'core.passkeys.confirm',
    handler: [Second, 'confirmPasskey'],
    access: signedIn,
  },
  {
    // POST, because some proxies drop the body of a DELETE.
    method: 'POST',
    path: '/api/core/account/passkeys/:id/remove',
    name: 'core.passkeys.remove',
    handler: [Second, 'removePasskey'],
    access: signedIn,
    // Belongs to a person, not a company: core/tests/passkeys.test.ts tries somebody else's.
    params: { id: 'public' },
  },
]
