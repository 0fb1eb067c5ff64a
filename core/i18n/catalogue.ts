import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import logger from '@adonisjs/core/services/logger'
import { IntlMessageFormat } from 'intl-messageformat'
import { FALLBACK_LANGUAGE, LANGUAGES } from '../contract/languages.js'
import type { Encoding } from '../http/compress.js'
import { pluginRegistry } from '../plugins/registry.js'
import type { PluginDefinition } from '../contract/plugin.js'
import { localesFolder } from '../plugins/folders.js'

type Messages = Readonly<Record<string, string>>

export interface MessageFile {
  json: string
  hash: string
  /** Compressed once, when first requested. */
  encoded: Partial<Record<Encoding, Promise<Buffer>>>
}

interface Part {
  /** Language → every message, gaps filled from en, then nl (specification, section 1). */
  messages: Record<string, Messages>
  /** Language → what the browser gets: without mail texts, as JSON with its hash. */
  files: Record<string, MessageFile>
}

let parts: Map<string, Part> | undefined
let offered: readonly string[] | undefined

const fileOf = (plugin: PluginDefinition, lang: string) => join(localesFolder(plugin), `${lang}.json`)

/**
 * The languages that can be picked, in the picker's order: those for which
 * core and every plugin have a file of texts. A new language is offered by
 * adding its files; a test holds each of them complete (core/tests/languages.test.ts).
 */
export function offeredLanguages(): readonly string[] {
  offered ??= LANGUAGES.filter((lang) => {
    const without = pluginRegistry().plugins.filter((plugin) => existsSync(localesFolder(plugin)) && !existsSync(fileOf(plugin, lang)))
    // A language that some plugins lack is reported, so that somebody notices why it cannot be picked.
    if (without.length && !without.some(({ id }) => id === 'core')) {
      logger.warn({ lang, without: without.map(({ id }) => id) }, 'a language is not offered: plugins have no texts in it')
    }
    return !without.length
  })
  return offered
}

/** The language itself when it has texts, else `en` (specification, section 1). */
export function supported(lang: string): string {
  return offeredLanguages().includes(lang) ? lang : FALLBACK_LANGUAGE
}

const reported = new Set<string>()

/** A missing message is logged once in the life of the process (specification, section 1). */
function reportMissing(lang: string, id: string): void {
  const key = `${lang} ${id}`
  if (reported.has(key)) return
  reported.add(key)
  logger.error({ id, lang }, 'message is missing')
}

/** Texts of only a few screens. Those screens load them (`loadMessages`), not every first visit. Part → its texts. */
const APART: Readonly<Record<string, RegExp>> = {
  /** Sentences about what happened to a person; the server writes them. */
  told: /^[a-z0-9_]+\.told\./,
  /** Every plugin's settings, loaded by the settings form. */
  settings: /^[a-z0-9_]+\.settings\./,
  /** /profiel, and parts of it on the supervisor's page of a person. */
  profile: /^core\.profile\./,
  /** Notifications and their preferences. */
  notices: /^core\.notices\./,
  /** /tools of admins. */
  tools: /^core\.(audit|incident|visit|isolation|jobs|replays)\.(?!title$)/,
  /** /privacy: long, and read by few. */
  privacy: /^core\.privacy\.(?!title$)/,
  /** The second step of signing in, also on the profile. */
  second: /^core\.second\./,
  /** Withdrawing a question: long, and only for its editor. */
  withdrawal: /^learning\.withdraw\.(?!(title|open|of)$)/,
}
const apartOf = (key: string) => Object.keys(APART).find((part) => APART[part]!.test(key))

function fileWith(messages: Messages, lang: string): MessageFile {
  const json = JSON.stringify(Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, forBrowser(text, lang)])))
  return { json, hash: createHash('sha256').update(json).digest('hex').slice(0, 12), encoded: {} }
}

const only = (messages: Messages, wanted: (key: string) => boolean): Messages =>
  Object.fromEntries(Object.entries(messages).filter(([key]) => wanted(key)))

function load(): Map<string, Part> {
  const loaded = new Map<string, Part>()
  const apart = Object.fromEntries(Object.keys(APART).map((part) => [part, {} as Record<string, Messages>]))
  for (const plugin of pluginRegistry().plugins) {
    const read = (lang: string): Messages => {
      const file = fileOf(plugin, lang)
      return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    }
    const own = Object.fromEntries(offeredLanguages().map((lang) => [lang, read(lang)]))
    const part: Part = { messages: {}, files: {} }
    for (const lang of offeredLanguages()) {
      const merged = { ...own.nl, ...own.en, ...own[lang] }
      for (const key of Object.keys(merged)) if (own[lang]![key] === undefined) reportMissing(lang, key)
      for (const [name, words] of Object.entries(apart)) words[lang] = { ...words[lang], ...only(merged, (key) => apartOf(key) === name) }
      part.messages[lang] = merged
      part.files[lang] = fileWith(
        only(merged, (key) => !key.includes('.mail.') && !apartOf(key)),
        lang,
      )
    }
    loaded.set(plugin.id, part)
  }
  for (const [name, words] of Object.entries(apart)) {
    const files = Object.fromEntries(Object.entries(words).map(([lang, texts]) => [lang, fileWith(texts, lang)]))
    loaded.set(name, { messages: words, files })
  }
  return loaded
}

// Plurals, choices and quoting need the parser.
const NEEDS_PARSER = /[<]|''|'\{|\{\s*\w+\s*,/

/** Plain texts are sent as they are, others parsed, so that browsers do not need the parser. */
function forBrowser(text: string, lang: string): unknown {
  return NEEDS_PARSER.test(text) ? new IntlMessageFormat(text, lang).getAst() : text
}

function catalogue(): Map<string, Part> {
  parts ??= load()
  return parts
}

/** Part → language → URL, for the plugins that are on. */
export function messageUrls(plugins: readonly string[]): Record<string, Record<string, string>> {
  return Object.fromEntries(
    [...plugins, ...Object.keys(APART)].map((id) => [
      id,
      Object.fromEntries(offeredLanguages().map((lang) => [lang, `/i18n/${id}.${lang}.${catalogue().get(id)!.files[lang]!.hash}.json`])),
    ]),
  )
}

/** The file behind such a URL, or null when there is none of that name and hash. */
export function messageFile(name: string): MessageFile | null {
  const match = /^([a-z0-9_]+)\.([a-z]+)\.([0-9a-f]{12})\.json$/.exec(name)
  const file = match ? catalogue().get(match[1]!)?.files[match[2]!] : undefined
  return file && file.hash === match![3] ? file : null
}

const formats = new Map<string, IntlMessageFormat>()

/**
 * One message in one language, for texts that the server writes: titles, mails, PDFs.
 * @param lang en when it has no texts
 * @param values of the {placeholders}
 * @returns the id itself when no plugin has it; that is logged, once
 */
export function translate(lang: string, id: string, values: Record<string, string | number> = {}): string {
  const language = supported(lang)
  const text = catalogue().get(id.slice(0, id.indexOf('.')))?.messages[language]?.[id]
  if (text === undefined) {
    reportMissing(language, id)
    return id
  }
  const key = `${language}\n${text}`
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true })))
  return String(format.format(values))
}

/** A message with its {placeholders}; null when no plugin has it. */
export function messageText(lang: string, id: string): string | null {
  return catalogue().get(id.slice(0, id.indexOf('.')))?.messages[supported(lang)]?.[id] ?? null
}

/** Formats a text that is no message (a company's own words), in the same syntax. @throws Error for a placeholder without a value */
export function translateText(lang: string, text: string, values: Record<string, string | number>): string {
  return String(new IntlMessageFormat(text, supported(lang), undefined, { ignoreTag: true }).format(values))
}
