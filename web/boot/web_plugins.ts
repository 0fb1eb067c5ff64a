import type { WebPlugin } from '#core/contract/web'
import { bootstrap } from './bootstrap.js'

// Only the definitions come in here; every page and fill in them is a chunk of its own.
const modules = import.meta.glob<{ default: WebPlugin }>('../../plugins/*/web/index.tsx', { eager: true })

/** The browser halves of the plugins that are on for this company. */
export const webPlugins: readonly WebPlugin[] = Object.values(modules)
  .map((module) => module.default)
  .filter((plugin) => bootstrap.plugins.includes(plugin.id))
