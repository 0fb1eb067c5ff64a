// Only the definitions are loaded here; every page and fill is a chunk of its own.
import { webHalves } from 'virtual:web-halves'
import type { WebPlugin } from '#core/contract/web'
import { bootstrap } from './bootstrap.js'

/** The browser halves of the plugins that are on for this company. */
export const webPlugins: readonly WebPlugin[] = webHalves.filter((plugin) => bootstrap.plugins.includes(plugin.id))
