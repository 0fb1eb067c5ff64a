import type { LaunchIntegration } from '#core/contract/launches'

/** Integrations for systems without LTI. */
export const ltiLaunches: readonly LaunchIntegration[] = [
  {
    name: 'signed-link',
    read: async (launch) => (await import('./services/signed_link.js')).readSignedLink(launch),
    sends: async (source) => (await import('./services/sources.js')).isOn(source),
  },
]
