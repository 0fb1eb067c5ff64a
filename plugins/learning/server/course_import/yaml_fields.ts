import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml'
import { isPlainLine } from '#core/contract/plain_line'
import { PHOTO_PATH, PICTURE_PATH } from './picture_references.js'
import type { SourceFile } from './source_file.js'

/** Keys of modules, activities, questions and answers. */
export const KEY_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * Reads the keys of one YAML map. Every read reports its own mistakes with the right line and returns null when there is no usable value,
 * so that the caller can continue and find the rest.
 */
export class Fields {
  readonly file: SourceFile
  /** Line on which the map starts; used for keys that are missing. */
  readonly startLine: number
  readonly #pairs = new Map<string, Pair>()

  /** Reports `key_unknown` for every key that is not in `allowed`. */
  constructor(file: SourceFile, map: YAMLMap, allowed: readonly string[]) {
    this.file = file
    this.startLine = file.line(map)
    for (const pair of map.items) {
      const name = isScalar(pair.key) ? String(pair.key.value) : '?'
      if (allowed.includes(name)) this.#pairs.set(name, pair)
      else {
        file.report(file.line(pair.key), 'key_unknown', `Unknown key '${name}'. Allowed here: ${allowed.join(', ')}.`)
      }
    }
  }

  has(key: string): boolean {
    return this.#pairs.has(key)
  }

  /** Line of a key, or of the map when the key is absent. */
  line(key: string): number {
    const pair = this.#pairs.get(key)
    return pair ? this.file.line(pair.key) : this.startLine
  }

  /** The value of a required key. Reports `key_missing` when absent or empty. */
  #required(key: string): Node | null {
    const pair = this.#pairs.get(key)
    const value = pair?.value as Node | null | undefined
    if (!value || (isScalar(value) && value.value === null)) {
      this.file.report(this.line(key), 'key_missing', `The key '${key}' is required.`)
      return null
    }
    return value
  }

  /** Reports `type_wrong` on the key's line. Always null, so it can be returned. */
  #wrong(key: string, expected: string): null {
    this.file.report(this.line(key), 'type_wrong', `'${key}' must be ${expected}.`)
    return null
  }

  /** A text that is not empty (`text_empty`). */
  text(key: string): string | null {
    const value = this.#required(key)
    if (!value) return null
    if (!isScalar(value) || typeof value.value !== 'string') return this.#wrong(key, 'a text (in quotes when it is a number or true/false)')
    const text = value.value.trim()
    // Line breaks and tabs are allowed in a text of several lines.
    if (!isPlainLine(text.replace(/[\n\t]/g, ' '))) return this.#hidden(key)
    if (text !== '') return text
    this.file.report(this.line(key), 'text_empty', `'${key}' may not be empty.`)
    return null
  }

  /** A name or title: a text of one line (`text_hidden_characters`). */
  title(key: string): string | null {
    const text = this.text(key)
    return text === null || isPlainLine(text) ? text : this.#hidden(key)
  }

  #hidden(key: string): null {
    const message = `'${key}' holds characters that cannot be seen, such as line breaks or signs that turn the direction of writing.`
    this.file.report(this.line(key), 'text_hidden_characters', message)
    return null
  }

  /** A file of `pictures/`, or null when the key is absent (`picture_address`); a photo cannot be a drawing (`picture_no_photo`). */
  picture(key: string, kind: 'any' | 'photo' = 'any'): string | null {
    const value = this.has(key) ? this.text(key) : null
    if (value === null || (kind === 'any' ? PICTURE_PATH : PHOTO_PATH).test(value)) return value
    if (PICTURE_PATH.test(value))
      this.file.report(this.line(key), 'picture_no_photo', 'This is a PNG or JPEG; a drawing cannot stand here.')
    else this.file.report(this.line(key), 'picture_address', 'A picture is a file such as pictures/cover.svg.')
    return null
  }

  /** An optional text; the empty string when it is absent. */
  optionalText(key: string): string {
    return this.has(key) ? (this.text(key) ?? '') : ''
  }

  /** A key of lower-case letters, digits and hyphens (`key_invalid`). */
  identifier(key: string): string | null {
    const value = this.#required(key)
    if (!value) return null
    const name = isScalar(value) ? String(value.value) : ''
    if (isScalar(value) && typeof value.value === 'string' && KEY_PATTERN.test(name)) return name
    this.file.report(
      this.line(key),
      'key_invalid',
      `'${key}' must be lower-case letters, digits and hyphens (put digits and true/false in quotes).`,
    )
    return null
  }

  /** A number from `min` up to and including `max` (`number_out_of_range`). */
  number(key: string, min: number, max: number): number | null {
    const value = this.#required(key)
    if (!value) return null
    const number = isScalar(value) ? value.value : null
    if (typeof number !== 'number' || !Number.isFinite(number)) return this.#wrong(key, 'a number')
    if (number >= min && number <= max) return number
    this.file.report(this.line(key), 'number_out_of_range', `'${key}' must be from ${min} to ${max}; it is ${number}.`)
    return null
  }

  /** A list of texts of one line, each not empty (`text_empty`, `text_hidden_characters`). */
  texts(key: string): string[] {
    return this.list(key).flatMap((node) => {
      const line = this.file.line(node)
      const text = isScalar(node) && typeof node.value === 'string' ? node.value.trim() : null
      if (text === null) this.file.report(line, 'type_wrong', `Each item of '${key}' must be a text (in quotes when it is a number).`)
      else if (text === '') this.file.report(line, 'text_empty', `An item of '${key}' may not be empty.`)
      else if (!isPlainLine(text))
        this.file.report(line, 'text_hidden_characters', `An item of '${key}' holds characters that cannot be seen.`)
      else return [text]
      return []
    })
  }

  /** A whole number from `min` up to and including `max` (`number_not_whole`, `number_out_of_range`). */
  integer(key: string, min: number, max: number): number | null {
    const value = this.#required(key)
    if (!value) return null
    const number = isScalar(value) ? value.value : null
    if (typeof number !== 'number') return this.#wrong(key, 'a whole number')
    if (!Number.isInteger(number)) {
      this.file.report(this.line(key), 'number_not_whole', `'${key}' must be a whole number.`)
      return null
    }
    if (number >= min && number <= max) return number
    this.file.report(this.line(key), 'number_out_of_range', `'${key}' must be from ${min} to ${max}; it is ${number}.`)
    return null
  }

  /** `true` or `false`; `fallback` when the key is absent. */
  boolean(key: string, fallback: boolean): boolean {
    if (!this.has(key)) return fallback
    const value = this.#required(key)
    if (isScalar(value) && typeof value.value === 'boolean') return value.value
    if (value) this.#wrong(key, 'true or false')
    return fallback
  }

  /** One of a fixed list of words (`value_unknown`). */
  oneOf<T extends string>(key: string, values: readonly T[]): T | null {
    const value = this.#required(key)
    if (!value) return null
    const found = isScalar(value) ? values.find((one) => one === value.value) : undefined
    if (found !== undefined) return found
    this.file.report(this.line(key), 'value_unknown', `'${key}' must be one of: ${values.join(', ')}.`)
    return null
  }

  /** The plain value of a scalar, or undefined; for the few keys with a special format. */
  scalar(key: string): unknown {
    const value = this.#pairs.get(key)?.value
    return isScalar(value) ? value.value : undefined
  }

  /** The nodes of a required list with at least one item (`list_empty`). */
  list(key: string): Node[] {
    const value = this.#required(key)
    if (!value) return []
    if (!isSeq(value)) {
      this.#wrong(key, 'a list')
      return []
    }
    if (value.items.length === 0) {
      this.file.report(this.line(key), 'list_empty', `'${key}' needs at least one item.`)
    }
    return value.items as Node[]
  }

  /** A required map. */
  map(key: string): YAMLMap | null {
    const value = this.#required(key)
    if (!value) return null
    return isMap(value) ? value : this.#wrong(key, 'a set of keys and values')
  }

  /** A list of maps; each map is wrapped in Fields with the given allowed keys. */
  maps(key: string, allowed: readonly string[]): Fields[] {
    const result: Fields[] = []
    for (const node of this.list(key)) {
      if (isMap(node)) result.push(new Fields(this.file, node, allowed))
      else {
        this.file.report(this.file.line(node), 'type_wrong', `Each item of '${key}' must have keys.`)
      }
    }
    return result
  }
}

/** Reports `key_duplicate` when `key` was seen before in `seen`; otherwise remembers it. */
export function rememberKey(seen: Set<string>, key: string, file: SourceFile, line: number): boolean {
  if (!seen.has(key)) {
    seen.add(key)
    return true
  }
  file.report(line, 'key_duplicate', `The key '${key}' is used twice.`)
  return false
}
