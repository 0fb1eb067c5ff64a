import { LineCounter, isMap, isScalar, parseDocument, visit, type YAMLMap } from 'yaml'
import { CALLOUTS, type Mistake } from './course_types.js'

/** All mistakes found so far, in no particular order. */
export class MistakeList {
  readonly items: Mistake[] = []

  add(file: string, line: number, code: string, message: string): void {
    this.items.push({ file, line, code, message })
  }

  /** Sorted by file, line and code, so that the order is deterministic. */
  sorted(): Mistake[] {
    return [...this.items].sort((a, b) => compare(a.file, b.file) || a.line - b.line || compare(a.code, b.code))
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A file being read, with its name. Converts YAML offsets to line numbers. */
export class SourceFile {
  readonly name: string
  readonly mistakes: MistakeList
  readonly #counter: LineCounter
  readonly #lineOffset: number

  constructor(name: string, mistakes: MistakeList, counter: LineCounter, lineOffset: number) {
    this.name = name
    this.mistakes = mistakes
    this.#counter = counter
    this.#lineOffset = lineOffset
  }

  /** Line (from 1) in the file on which a YAML node starts. */
  line(node: unknown): number {
    const range = (node as { range?: [number, number, number] | null } | null)?.range
    return (range ? this.#counter.linePos(range[0]).line : 1) + this.#lineOffset
  }

  report(line: number, code: string, message: string): void {
    this.mistakes.add(this.name, line, code, message)
  }
}

/** A parsed file: the root map and, for Markdown, the body after the front matter. */
export interface ParsedFile {
  file: SourceFile
  root: YAMLMap
  body: string
  /** Line on which the body starts. */
  bodyLine: number
}

/**
 * Parses a YAML file. Reports `yaml_invalid`, `key_duplicate` or `root_not_a_map`.
 * Returns null when nothing further can be read.
 */
export function parseYamlFile(name: string, text: string, mistakes: MistakeList): ParsedFile | null {
  return parseYaml(name, text, 0, mistakes, '', 1)
}

/**
 * Parses a Markdown file with YAML front matter between two lines `---`. Reports `front_matter_missing` and the mistakes of the YAML
 * itself.
 */
export function parseMarkdownFile(name: string, text: string, mistakes: MistakeList): ParsedFile | null {
  const lines = text.split('\n')
  const end = lines[0]?.trimEnd() === '---' ? lines.findIndex(isSecondFence) : -1
  if (end === -1) {
    mistakes.add(name, 1, 'front_matter_missing', 'The file must start with YAML between two lines ---.')
    return null
  }
  const yamlText = lines.slice(1, end).join('\n')
  const body = lines.slice(end + 1).join('\n')
  return parseYaml(name, yamlText, 1, mistakes, body.trim(), end + 2)
}

function isSecondFence(line: string, index: number): boolean {
  return index > 0 && line.trimEnd() === '---'
}

function parseYaml(
  name: string,
  text: string,
  lineOffset: number,
  mistakes: MistakeList,
  body: string,
  bodyLine: number,
): ParsedFile | null {
  const counter = new LineCounter()
  const file = new SourceFile(name, mistakes, counter, lineOffset)
  // The parser compares each key with all earlier ones, which takes minutes for the number of keys that fit in a file.
  const document = parseDocument(text, { lineCounter: counter, version: '1.2', uniqueKeys: false })
  const broken = [...document.errors, ...document.warnings]
  for (const error of broken) {
    const line = counter.linePos(error.pos[0]).line + lineOffset
    const reason = error.message.split(/ at line |\n/)[0]
    file.report(line, 'yaml_invalid', `This is not valid YAML: ${reason}.`)
  }
  if (broken.length) return null
  visit(document, {
    Map(_key, map) {
      const seen = new Set<unknown>()
      for (const { key } of map.items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) file.report(file.line(key), 'key_duplicate', 'This key is given twice.')
        seen.add(key.value)
      }
    },
  })
  if (!isMap(document.contents)) {
    file.report(1 + lineOffset, 'root_not_a_map', 'The YAML must consist of keys and values.')
    return null
  }
  return { file, root: document.contents, body, bodyLine }
}

// `//host` and other spellings that browsers treat the same, as the target of a link (also in `<…>`) or of a reference.
const PROTOCOL_RELATIVE = /(?:\]\(\s*<?|^\s*\[[^\]]+\]:\s*<?)[/\\]{2}/

/** A line with a tag or a comment. The line is cut off at its last `>`, so that an unclosed `<` is not scanned repeatedly. */
const isMarkup = (line: string) =>
  line.includes('<!--') || /<\/?[a-zA-Z][a-zA-Z0-9-]*(\s[^>]*)?\/?>/.test(line.slice(0, line.lastIndexOf('>') + 1))

const CALLOUT = /^:::\s*(\S*)/

/**
 * Reports each line of a Markdown body with raw HTML (`markdown_html`), an unknown or unclosed callout (`callout_unknown`, `callout_open`)
 * or a link to another site without `https:` (`markdown_link`). Code is skipped.
 */
export function reportMarkdown(parsed: ParsedFile, originalText: string): void {
  let fenced = false
  let openedAt = 0
  originalText.split('\n').forEach((line, index) => {
    if (index + 1 < parsed.bodyLine) return
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced
    if (fenced) return
    const callout = CALLOUT.exec(line)
    if (callout && callout[1] === '') {
      if (!openedAt) parsed.file.report(index + 1, 'callout_unknown', 'This ends a callout, and none is open.')
      openedAt = 0
    } else if (callout) {
      if (openedAt) parsed.file.report(index + 1, 'callout_open', `The callout of line ${openedAt} has no ':::' before this one.`)
      openedAt = index + 1
      if (!CALLOUTS.some((kind) => kind === callout[1])) {
        parsed.file.report(index + 1, 'callout_unknown', `A callout is one of: ${CALLOUTS.join(', ')}.`)
      }
    }
    const withoutCode = line.replace(/`[^`]*`/g, '')
    if (isMarkup(withoutCode)) {
      parsed.file.report(index + 1, 'markdown_html', 'Raw HTML is not allowed; use Markdown.')
    }
    if (PROTOCOL_RELATIVE.test(withoutCode)) {
      parsed.file.report(index + 1, 'markdown_link', 'A link to another site begins with https://.')
    }
  })
  if (openedAt) parsed.file.report(openedAt, 'callout_open', "This callout has no line ':::' behind it.")
}
