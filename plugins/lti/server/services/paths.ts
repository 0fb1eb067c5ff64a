/** Pages of this plugin that a launch leads to (plugins/lti/pages.ts). */
export const contextSessionPath = (linkId: number) => `/lti/resultaten/${linkId}`
export const pickPath = (token: string) => `/lti/kiezen/${token}`
export const linkPath = '/lti/koppelen'
export const unlinkPath = '/lti/ontkoppelen'
/**
 * @param company login id, where the page is to look like theirs and does not know it by itself
 * @param back from backTo(): adds a button that leads to the platform
 */
export const problemPath = (reason: string, { company, back }: { company?: string; back?: string | null } = {}) =>
  `/lti/probleem?${new URLSearchParams({ reason, ...(company && { company }), ...(back && { back }) }).toString()}`
export const coursePath = (participationId: number) => `/deelnemer/training/${participationId}`
/** Where somebody says once who they are, whom another system sent; what it said stands behind the #. */
export const arrivePath = (integration: string) => `/launch/aanmelden/${integration}/wie`
