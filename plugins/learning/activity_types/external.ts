import type { ExternalSettings } from '../server/services/activity_settings.js'
import { type ActivityKind, PLAIN, type PageFacts } from './kind.js'

/**
 * An activity on another site, linked from its page. The server reveals the address only when the activity is opened, with a personal
 * launch.
 */
export const external = {
  ...PLAIN,
  type: 'external',
  finishedBy: 'elsewhere',
  page({ settings }: PageFacts) {
    const { url, finished_by } = settings as ExternalSettings
    return { external: { host: new URL(url).host, finished_by } }
  },
} satisfies ActivityKind
