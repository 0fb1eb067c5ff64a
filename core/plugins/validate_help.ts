import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { HelpTopic } from '../contract/pages.js'
import type { PluginDefinition } from '../contract/plugin.js'
import { helpFolder } from './folders.js'

/** Checks that each help article exists in nl and en, starts with its title, and belongs to a page. */
export function checkHelp(plugin: PluginDefinition, fail: (what: string) => never): void {
  const topics = new Map<string, HelpTopic>()
  for (const { help } of plugin.pages ?? []) {
    if (!help) continue
    if ((topics.get(help.article) ?? help.topic) !== help.topic) fail(`help article "${help.article}" has two topics.`)
    topics.set(help.article, help.topic)
  }
  const named = [...topics.keys()]
  const folder = helpFolder(plugin)
  const languages = existsSync(folder) ? readdirSync(folder) : []
  for (const lang of new Set(['nl', 'en', ...languages])) {
    const files = languages.includes(lang) ? readdirSync(join(folder, lang)) : []
    for (const name of named) if (!files.includes(`${name}.md`)) fail(`help article "${name}" is missing in ${lang}.`)
    for (const file of files) {
      if (!topics.has(file.replace(/\.md$/, ''))) fail(`help article "${lang}/${file}" explains no page.`)
      if (!/^# \S/.test(readFileSync(join(folder, lang, file), 'utf8')))
        fail(`help article "${lang}/${file}" must begin with "# " and its title.`)
    }
  }
}
