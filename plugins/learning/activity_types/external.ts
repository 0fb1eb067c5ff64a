import type { ExternalSettings } from '../server/services/activity_settings.js'
import { type ActivityKind, PLAIN, type PageFacts } from './kind.js'

/** Something that is done elsewhere: its page leads there. The address itself leaves the server when it is opened, with a launch of one's own. */
export const external = {
  ...PLAIN,
  type: 'external',
  finishedBy: 'elsewhere',
  page({ settings }: PageFacts) {
    const { url, finished_by } = settings as ExternalSettings
    return { external: { host: new URL(url).host, finished_by } }
  },
} satisfies ActivityKind
