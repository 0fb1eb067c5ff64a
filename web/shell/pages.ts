import { createElement, type ComponentType } from 'react'
import { generatePath } from 'react-router'
import type { PageDefinition } from '#core/contract/pages'
import type { PageModule } from '#core/contract/web'
import { loadMessages } from '#web/i18n'
import { bootstrap } from '../boot/bootstrap.js'
import { webPlugins } from '../boot/web_plugins.js'
import { corePages } from '../pages/index.js'

const loaders: Readonly<Record<string, () => Promise<PageModule>>> = Object.assign(
  {},
  corePages,
  ...webPlugins.map((plugin) => plugin.pages),
)

/** The part of a page, nav item or message: the text before the first dot. */
export const partOf = (name: string) => name.slice(0, name.indexOf('.'))

/** Loads a page's code and texts. A page whose web half is missing shows the not-found page. */
export async function loadPage(page: PageDefinition): Promise<{ default: ComponentType }> {
  const load = loaders[page.name]
  if (!load) {
    console.error(`No component is registered for the page "${page.name}"`)
    const { ErrorView } = await import('../pages/ErrorPage.js')
    return { default: () => createElement(ErrorView, { type: 'not-found' }) }
  }
  const [module] = await Promise.all([load(), loadMessages(partOf(page.name))])
  await loadMessages(...(module.words?.() ?? []))
  return module
}

const byName = new Map(bootstrap.pages.map((page) => [page.name, page]))

export function findPage(name: string): PageDefinition | undefined {
  return byName.get(name)
}

/** The help article of a page, for `pageHelpSlot`; null when it has none. */
export function helpOf(name: string): { plugin: string; article: string } | null {
  const article = byName.get(name)?.help?.article
  return article ? { plugin: partOf(name), article } : null
}

/**
 * The address of a page by its name, so that paths stand in one place:
 * `pagePath('learning.training', { participation: 5 })`. Null when the plugin is off.
 */
export function pagePath(name: string, params: Record<string, string | number> = {}): string | null {
  const page = byName.get(name)
  if (!page) return null
  const text = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)]))
  return generatePath(page.path, text)
}
