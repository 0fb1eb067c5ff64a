/** Pages of this plugin that a launch leads to (plugins/lti/pages.ts). */
export const contextSessionPath = (linkId: number) => `/lti/resultaten/${linkId}`
export const pickPath = (token: string) => `/lti/kiezen/${token}`
export const linkPath = '/lti/koppelen'
export const unlinkPath = '/lti/ontkoppelen'
/**
 * @param company login id, when the page should use that company's style and cannot know it otherwise
 * @param back from backTo(): adds a button that leads to the platform
 */
export const problemPath = (reason: string, { company, back }: { company?: string; back?: string | null } = {}) =>
  `/lti/probleem?${new URLSearchParams({ reason, ...(company && { company }), ...(back && { back }) }).toString()}`
export const coursePath = (participationId: number) => `/deelnemer/training/${participationId}`
/** Returns the page where a person from another system enters their details once; the data of that system is after the #. */
export const arrivePath = (integration: string) => `/launch/aanmelden/${integration}/wie`
