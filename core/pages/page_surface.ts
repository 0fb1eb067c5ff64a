import { settings } from '../config/settings.js'
import type { Bootstrap } from '../contract/bootstrap.js'
import { messageUrls, offeredLanguages, translate } from '../i18n/catalogue.js'
import { Recent } from '../memory/recent.js'
import { pluginRegistry } from '../plugins/registry.js'
import type { Session } from '../tenancy/session.js'
import { scriptJson } from './script_json.js'

/** What every document of the same plugins, role and language has in common: nothing of a person, and nothing that a company sets. */
type Surface = Pick<Bootstrap, 'languages' | 'plugins' | 'pages' | 'nav' | 'messages'>

interface Asked {
  /** Ids of the plugins that are on for who asks. */
  enabled: readonly string[] | 'all'
  session: Session | null
  lang: string
  /** Of the login page alone: only pages that it can lead to. */
  doorOnly: boolean
}

interface Built {
  surface: Surface
  /** The same as it stands in the document, without the braces around it. */
  json: string
}

/** Cached by plugins, role and language. The least recently used entry goes first. */
const built = new Recent<string, Built>(300)

/** Builds that part once; the key names all that it is made of, so nothing has to be forgotten when a company changes. */
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
      // The login page leads to where somebody lands, and to what everybody may open: the rest comes with the page after it.
      .filter((page) => !doorOnly || page.landing || page.access.kind === 'anyone')
      // What the document itself is made of.
      .map(({ ahead: _, lead: __, back: ___, ...page }) => page),
    nav: surface.nav
      .filter(({ page }) => session?.isAllowed(accessOf.get(page)!))
      .map(({ label, roles: _, ...item }) => ({ ...item, text: translate(lang, label) })),
    messages: messageUrls(plugins),
  }
}
