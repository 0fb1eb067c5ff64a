/** Pages of this plugin that a launch leads to (plugins/lti/pages.ts). */
export const contextSessionPath = (linkId: number) => `/lti/resultaten/${linkId}`
export const pickPath = (token: string) => `/lti/kiezen/${token}`
export const linkPath = '/lti/koppelen'
export const problemPath = (reason: string) => `/lti/probleem?reason=${encodeURIComponent(reason)}`
