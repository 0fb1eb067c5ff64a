import type { ScormSettings } from '../server/services/activity_settings.js'
import { itemsOf } from '../server/scorm/sequencing.js'
import { type ActivityKind, PLAIN, type PageFacts } from './kind.js'

/** A SCORM package: made elsewhere, played in an isolated frame. The server computes its results. */
export const scorm = {
  ...PLAIN,
  type: 'scorm',
  finishedBy: 'package',
  page: ({ settings, packageWork }: PageFacts) => ({ scorm: { items: itemsOf(settings as ScormSettings, packageWork) } }),
} satisfies ActivityKind
