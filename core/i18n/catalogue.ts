import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import logger from '@adonisjs/core/services/logger'
import { IntlMessageFormat } from 'intl-messageformat'
import { LANGUAGES, isLanguage } from '../contract/languages.js'
import type { Encoding } from '../http/compress.js'
import { pluginRegistry } from '../plugins/registry.js'
import { localesFolder } from '../plugins/validate.js'

type Messages = Readonly<Record<string, string>>

export interface MessageFile {
  json: string
  hash: string
  /** Compressed once, at the first visit that asks for it. */
  encoded: Partial<Record<Encoding, Promise<Buffer>>>
}

interface Part {
  /** Language → every message, gaps filled from en, then nl (specification, section 1). */
  messages: Record<string, Messages>
  /** Language → what the browser gets: without mail texts, as JSON with its hash. */
  files: Record<string, MessageFile>
}

let parts: Map<string, Part> | undefined

function load(): Map<string, Part> {
  const loaded = new Map<string, Part>()
  for (const { id } of pluginRegistry().plugins) {
    const read = (lang: string): Messages => {
      const file = join(localesFolder(id), `${lang}.json`)
      return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    }
    const own = Object.fromEntries(LANGUAGES.map((lang) => [lang, read(lang)]))
    const part: Part = { messages: {}, files: {} }
    for (const lang of LANGUAGES) {
      const merged = { ...own.nl, ...own.en, ...own[lang] }
      const missing = Object.keys(merged).filter((key) => own[lang]![key] === undefined)
      // A language that was never begun is one fact, not a thousand errors.
      if (missing.length && Object.keys(own[lang]!).length) {
        logger.error({ part: id, lang, missing: missing.slice(0, 20) }, `${missing.length} messages are missing; en, then nl, stand in`)
      }
      const web = Object.fromEntries(
        Object.entries(merged)
          .filter(([key]) => !key.includes('.mail.'))
          .map(([key, text]) => [key, forBrowser(text, lang)]),
      )
      const json = JSON.stringify(web)
      part.messages[lang] = merged
      part.files[lang] = { json, hash: createHash('sha256').update(json).digest('hex').slice(0, 12), encoded: {} }
    }
    loaded.set(id, part)
  }
  return loaded
}

// Plurals, choices and quoting: what a browser would need the whole parser for.
const NEEDS_PARSER = /[<]|''|'\{|\{\s*\w+\s*,/

/** A plain text goes as it is; a difficult one goes parsed, so that the parser never travels. */
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
    plugins.map((id) => [
      id,
      Object.fromEntries(LANGUAGES.map((lang) => [lang, `/i18n/${id}.${lang}.${catalogue().get(id)!.files[lang]!.hash}.json`])),
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
 * One message in one language, for what the server itself writes: titles, mails, PDFs.
 * @param lang unknown ones read en
 * @param values what {placeholder} stands for
 * @returns the id itself when no plugin has it; that is logged
 */
export function translate(lang: string, id: string, values: Record<string, string | number> = {}): string {
  const language = isLanguage(lang) ? lang : 'en'
  const text = catalogue().get(id.slice(0, id.indexOf('.')))?.messages[language]?.[id]
  if (text === undefined) {
    logger.error({ id, lang }, 'message is missing')
    return id
  }
  const key = `${language}\n${text}`
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true })))
  return String(format.format(values))
}
