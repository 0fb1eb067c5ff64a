import { settings } from '../config/settings.js'
import type { Bootstrap } from '../contract/bootstrap.js'
import { messageUrls, offeredLanguages, translate } from '../i18n/catalogue.js'
import { Recent } from '../cache/lru_cache.js'
import { pluginRegistry } from '../plugins/registry.js'
import type { Session } from '../tenancy/session.js'
import { scriptJson } from './script_json.js'

/** The part of a document that is the same for equal plugins, role and language: nothing of a person or a company's settings. */
type Surface = Pick<Bootstrap, 'languages' | 'plugins' | 'pages' | 'nav' | 'messages'>

interface Asked {
  /** Ids of the plugins that are on for the person. */
  enabled: readonly string[] | 'all'
  session: Session | null
  lang: string
  /** For the sign-in page: only pages that it can lead to. */
  doorOnly: boolean
}

interface Built {
  surface: Surface
  /** The same as JSON, without the outer braces. */
  json: string
}

/** Cached by plugins, role and language. The least recently used entry goes first. */
const built = new Recent<string, Built>(300)

/** Builds that part once. Its key contains everything it is made of, so it never goes stale. */
export async function pageSurface(asked: Asked): Promise<Built> {
  const { enabled, session, lang, doorOnly } = asked
  const key = JSON.stringify([enabled, session && [session.role, session.row.entitlements], lang, doorOnly])
  const known = built.get(key)
  if (known) return known
  const surface = await build(asked)
  const made = { surface, json: scriptJson(surface).slice(1, -1) }
  built.set(key, made)
  return made
}

async function build({ enabled, session, lang, doorOnly }: Asked): Promise<Surface> {
  const { environment } = await settings()
  const registry = pluginRegistry()
  const surface = registry.surface(enabled, session?.role ?? null)
  const plugins = registry.enabledPlugins(enabled)
  const accessOf = new Map(surface.pages.map(({ name, access }) => [name, access]))
  return {
    languages: [...offeredLanguages()],
    plugins,
    pages: surface.pages
      .filter((page) => environment === 'development' || !page.developmentOnly)
      // The sign-in page needs the landing pages and the public ones; the rest comes with the next page.
      .filter((page) => !doorOnly || page.landing || page.access.kind === 'anyone')
      // Used by the document itself only.
      .map(({ ahead: _, lead: __, back: ___, ...page }) => page),
    nav: surface.nav
      .filter(({ page }) => session?.isAllowed(accessOf.get(page)!))
      .map(({ label, roles: _, ...item }) => ({ ...item, text: translate(lang, label) })),
    messages: messageUrls(plugins),
  }
}
