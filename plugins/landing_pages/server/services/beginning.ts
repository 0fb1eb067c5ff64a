import type { LandingContent, LandingKey } from '../../blocks.js'
import { ore } from '../content/ore.js'
import { sir } from '../content/sir.js'

/** The default texts: the first draft, and what the demo publishes. */
export const FIRST_CONTENT: Readonly<Record<LandingKey, LandingContent>> = { ore, sir }
