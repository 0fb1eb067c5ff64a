import { isDay } from './day.js'
import { LANGUAGES } from './languages.js'
import { isPlainLine } from './plain_line.js'

/** Properties that every settings field has. */
interface Base {
  /** Unique within the plugin: name in the body, the tenant declaration and the stored row. Words: `<plugin>.settings.<key>` (and `…_help`). */
  readonly key: string
  /** Fields of a group are shown together, under `<plugin>.settings.group_<group>`. */
  readonly group: string
  /** May not be empty. Needs a `default`, because companies may exist before the field does. */
  readonly required?: boolean
  /** Sent to every browser on the company's pages, including visitors. Never use it for secrets. */
  readonly browser?: boolean
  /** Plugins may show it to people of other companies (`publishedSettingsOf`). Never use it for secrets. */
  readonly published?: boolean
  /** Stored for every company, even where the plugin is off. */
  readonly everywhere?: boolean
  /** Changed on the plugin's own page (`changeSettings`), not in the companies form or a tenant declaration. */
  readonly own?: boolean
  /** Only the platform's admins can change it. The company's supervisors can read it. */
  readonly platform?: boolean
  /** A flag of the same plugin. The form shows this field only if the flag is on. */
  readonly when?: string
  /** Half as wide in the form: two such fields stand side by side. */
  readonly half?: boolean
  /** Sent as a flag of the identify call, under the specification's name. People without a company have it too. */
  readonly identifiedAs?: `has_${string}`
  /** For core only: the column of core_companies that stores it, because SQL or a policy reads it. */
  readonly column?: string
}

export interface FlagSetting extends Base {
  readonly kind: 'flag'
  readonly default?: boolean
}
export interface TextSetting extends Base {
  /** `line` is one line without hidden characters, `text` may have several. */
  readonly kind: 'line' | 'text'
  /** Maximum number of characters. */
  readonly max: number
  readonly default?: string
  /** Regular expression that the whole value must match; otherwise the error is `rule`. */
  readonly pattern?: string
  readonly rule?: string
  readonly upperCase?: boolean
}
export interface NumberSetting extends Base {
  readonly kind: 'number'
  readonly min: number
  readonly max: number
  readonly decimals?: boolean
  readonly default?: number
}
export interface ChoiceSetting extends Base {
  readonly kind: 'choice'
  /** Words: `<plugin>.settings.<key>_<option>`. */
  readonly options: readonly string[]
  readonly default?: string
}
export interface ColorSetting extends Base {
  readonly kind: 'color'
  /** `#RRGGBB` */
  readonly default?: string
}
export interface DaySetting extends Base {
  readonly kind: 'day'
  readonly min?: string
  readonly max?: string
  readonly default?: string
}
export interface TextsSetting extends Base {
  /** A text in each language of the interface: language → text. */
  readonly kind: 'texts'
  readonly max: number
  /** Number of lines in the form; 1 is a single-line input. */
  readonly rows?: number
  readonly default?: Readonly<Record<string, string>>
}
export interface ImageSetting extends Base {
  /** A public image, uploaded separately. Stored as its file name and served at `/images/<file>`. */
  readonly kind: 'image'
  readonly default?: never
}

export type Setting = FlagSetting | TextSetting | NumberSetting | ChoiceSetting | ColorSetting | DaySetting | TextsSetting | ImageSetting
export type SettingValue = boolean | number | string | Readonly<Record<string, string>> | null

type Filled<F extends Setting> = F extends { kind: 'flag' }
  ? boolean
  : F extends { kind: 'number' }
    ? number
    : F extends { kind: 'choice' }
      ? F['options'][number]
      : F extends { kind: 'texts' }
        ? Readonly<Record<string, string>>
        : string
type ValueOf<F extends Setting> = F extends { kind: 'flag' } | { required: true } ? Filled<F> : Filled<F> | null

/** The values of declared settings: `ValuesOf<typeof coreSettings>`. */
export type ValuesOf<D> = D extends DeclaredSettings<infer Fields> ? { readonly [F in Fields[number] as F['key']]: ValueOf<F> } : never

/** Plugin → key → value. */
export type SettingsByPlugin = Readonly<Record<string, Readonly<Record<string, SettingValue>>>>

/** The values that other companies may read: fields with `published`. */
export type PublishedOf<D> =
  D extends DeclaredSettings<infer Fields>
    ? { readonly [F in Extract<Fields[number], { published: true }> as F['key']]: ValueOf<F> }
    : never

export interface DeclaredSettings<Fields extends readonly Setting[] = readonly Setting[]> {
  readonly plugin: string
  readonly fields: Fields
}

/**
 * Declares a plugin's settings per company, in the plugin's `settings.ts`. This list defines storage, validation, the form, the tenant
 * declaration, the event `core.settings.changed` and the result of `settingsOf`.
 */
export function defineSettings<const Fields extends readonly Setting[]>(plugin: string, fields: Fields): DeclaredSettings<Fields> {
  return Object.freeze({ plugin, fields })
}

/** The value before anyone changes it: the field's default, else off or empty. Pure. */
export function defaultOf(field: Setting): SettingValue {
  return field.default ?? (field.kind === 'flag' ? false : null)
}

/** A refused value: the broken rule and, for a text per language, the language. */
export interface RefusedValue {
  readonly rule: string
  readonly meta?: Readonly<Record<string, unknown>>
  /** The language, if only that one is invalid. */
  readonly part?: string
}
export type ReadValue = { readonly value: SettingValue } | RefusedValue

const COLOR = /^#[0-9a-f]{6}$/i
const refused = (rule: string, meta?: Record<string, unknown>): RefusedValue => ({ rule, ...(meta && { meta }) })

/**
 * Validates a value against its declaration, on the server and in the form alike.
 * Values of another type are refused, never converted.
 * @returns the value to store (trimmed; empty becomes null), or the broken rule
 */
export function readSetting(field: Setting, given: unknown): ReadValue {
  if (field.kind === 'flag') return typeof given === 'boolean' ? { value: given } : refused('boolean')
  if (given === null || given === undefined || given === '') return field.required ? refused('required') : { value: null }
  switch (field.kind) {
    case 'number':
      return readNumber(field, given)
    case 'texts':
      return readTexts(field, given)
    case 'image':
      // Images are uploaded as files at their own address. Accepting a file name would allow another company's file.
      return refused('file')
    default:
      return typeof given === 'string' ? readString(field, given) : refused('string')
  }
}

function readString(field: TextSetting | ChoiceSetting | ColorSetting | DaySetting, given: string): ReadValue {
  const text = field.kind === 'choice' ? given : given.trim()
  if (text === '') return field.required ? refused('required') : { value: null }
  if (field.kind === 'choice') return field.options.includes(text) ? { value: text } : refused('enum')
  if (field.kind === 'color') return COLOR.test(text) ? { value: text } : refused('hexCode')
  if (field.kind === 'day') {
    if (!isDay(text)) return refused('day')
    if (field.min && text < field.min) return refused('day_min', { day: field.min })
    return field.max && text > field.max ? refused('day_max', { day: field.max }) : { value: text }
  }
  const value = field.upperCase ? text.toUpperCase() : text
  if (value.length > field.max) return refused('maxLength', { max: field.max })
  if (field.kind === 'line' && !isPlainLine(value)) return refused('hidden_characters')
  // PostgreSQL cannot store this character.
  if (value.includes('\0')) return refused('hidden_characters')
  return field.pattern && !new RegExp(`^(?:${field.pattern})$`).test(value) ? refused(field.rule ?? 'regex') : { value }
}

function readNumber(field: NumberSetting, given: unknown): ReadValue {
  if (typeof given !== 'number' || !Number.isFinite(given)) return refused('number')
  if (!field.decimals && !Number.isInteger(given)) return refused('withoutDecimals')
  if (given < field.min) return refused('min', { min: field.min })
  return given > field.max ? refused('max', { max: field.max }) : { value: given }
}

function readTexts(field: TextsSetting, given: unknown): ReadValue {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return refused('object')
  const texts: Record<string, string> = {}
  for (const [language, text] of Object.entries(given)) {
    if (!(LANGUAGES as readonly string[]).includes(language)) return { ...refused('enum'), part: language }
    const read = readString({ ...field, kind: (field.rows ?? 1) > 1 ? 'text' : 'line', required: false } as TextSetting, String(text ?? ''))
    if (typeof text !== 'string' && text !== null) return { ...refused('string'), part: language }
    if ('rule' in read) return { ...read, part: language }
    if (read.value !== null) texts[language] = read.value as string
  }
  if (Object.keys(texts).length) return { value: texts }
  return field.required ? refused('required') : { value: null }
}
