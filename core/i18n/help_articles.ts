import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AccessSubject } from '../contract/access.js'
import { isAllowed } from '../contract/access.js'
import { supported } from './catalogue.js'
import { FALLBACK_LANGUAGE } from '../contract/languages.js'
import { HELP_TOPICS, type HelpTopic } from '../contract/pages.js'
import { helpFolder } from '../plugins/folders.js'
import { pluginRegistry } from '../plugins/registry.js'

/** A help article, from a plugin's `help/<language>/<name>.md`. */
export interface HelpArticle {
  readonly plugin: string
  readonly topic: HelpTopic
  readonly name: string
  /** Its first line, without `# `. */
  readonly title: string
  /** The rest, as Markdown. */
  readonly text: string
}

type ReadArticle = Omit<HelpArticle, 'topic'>
const read = new Map<string, ReadArticle>()

function readArticle(plugin: string, name: string, lang: string): ReadArticle {
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
 * The help articles for a person: those that explain a page they may open, by topic, and in it in the order of plugins and pages.
 * @param enabled ids of the plugins that are on for this person
 */
export function helpArticles(subject: AccessSubject, enabled: readonly string[] | 'all', language: string): HelpArticle[] {
  const registry = pluginRegistry()
  const lang = supported(language)
  const topics = new Map<string, { plugin: string; name: string; topic: HelpTopic }>()
  for (const { plugin, access, help } of registry.pages)
    if (help && registry.isOn(plugin, enabled) && isAllowed(access, subject))
      topics.set(`${plugin}/${help.article}`, { plugin, name: help.article, topic: help.topic })
  return [...topics.values()]
    .toSorted((one, other) => HELP_TOPICS.indexOf(one.topic) - HELP_TOPICS.indexOf(other.topic))
    .map(({ plugin, name, topic }) => ({ ...readArticle(plugin, name, lang), topic }))
}

/** The path of a page without ids, for a link in an article. Null when this person may not open it or it needs an id. */
export function pathForHelp(page: string, subject: AccessSubject, enabled: readonly string[] | 'all'): string | null {
  const found = pluginRegistry().pages.find(({ name }) => name === page)
  if (!found || !pluginRegistry().isOn(found.plugin, enabled) || !isAllowed(found.access, subject)) return null
  const path = found.path.replaceAll(/\/:\w+\?/g, '')
  return path.includes(':') ? null : path
}
