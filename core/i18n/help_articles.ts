import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AccessSubject } from '../contract/access.js'
import { isAllowed } from '../contract/access.js'
import { supported } from './catalogue.js'
import { FALLBACK_LANGUAGE } from '../contract/languages.js'
import { helpFolder } from '../plugins/folders.js'
import { pluginRegistry } from '../plugins/registry.js'

/** A help article, from a plugin's `help/<language>/<name>.md`. */
export interface HelpArticle {
  readonly plugin: string
  readonly name: string
  /** Its first line, without `# `. */
  readonly title: string
  /** The rest, as Markdown. */
  readonly text: string
}

const read = new Map<string, HelpArticle>()

function readArticle(plugin: string, name: string, lang: string): HelpArticle {
  const key = `${lang}/${plugin}/${name}`
  const known = read.get(key)
  if (known) return known
  const definition = pluginRegistry().plugins.find(({ id }) => id === plugin)!
  const fileIn = (language: string) => join(helpFolder(definition), language, `${name}.md`)
  const file = existsSync(fileIn(lang)) ? fileIn(lang) : fileIn(FALLBACK_LANGUAGE)
  const [title = '', ...rest] = readFileSync(file, 'utf8').split('\n')
  const article = { plugin, name, title: title.replace(/^# /, ''), text: rest.join('\n').trim() }
  read.set(key, article)
  return article
}

/**
 * The help articles for a person: those that explain a page they may open, in the order of plugins and pages.
 * @param enabled ids of the plugins that are on for this person
 */
export function helpArticles(subject: AccessSubject, enabled: readonly string[] | 'all', language: string): HelpArticle[] {
  const registry = pluginRegistry()
  const lang = supported(language)
  const names = registry.pages
    .filter(({ plugin, access, help }) => help !== undefined && registry.isOn(plugin, enabled) && isAllowed(access, subject))
    .map(({ plugin, help }) => `${plugin}/${help}`)
  return [...new Set(names)].map((path) => {
    const [plugin, name] = path.split('/') as [string, string]
    return readArticle(plugin, name, lang)
  })
}

/** The path of a page without ids, for a link in an article. Null when this person may not open it or it needs an id. */
export function pathForHelp(page: string, subject: AccessSubject, enabled: readonly string[] | 'all'): string | null {
  const found = pluginRegistry().pages.find(({ name }) => name === page)
  if (!found || !pluginRegistry().isOn(found.plugin, enabled) || !isAllowed(found.access, subject)) return null
  const path = found.path.replaceAll(/\/:\w+\?/g, '')
  return path.includes(':') ? null : path
}
