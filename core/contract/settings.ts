import { isDay } from './day.js'
import { LANGUAGES } from './languages.js'
import { isPlainLine } from './plain_line.js'

/** What every field of a company's settings says, whatever its kind. */
interface Base {
  /** Unique within the plugin: name in the body, the tenant declaration and the stored row. Words: `<plugin>.settings.<key>` (and `…_help`). */
  readonly key: string
  /** Fields of one group stand together, under `<plugin>.settings.group_<group>`. */
  readonly group: string
  /** May not be empty. Needs a `default`, as a company may have been there before the field. */
  readonly required?: boolean
  /** Given to every browser on the company's pages, visitors' too: for nothing that is secret. */
  readonly browser?: boolean
  /** People of other companies may read it, where a plugin shows it to them (`publishedSettingsOf`): for nothing that is secret. */
  readonly published?: boolean
  /** Kept of every company, also where the plugin is off: what its own admins record. */
  readonly everywhere?: boolean
  /** Changed on a page of the plugin's own (`changeSettings`): not in the companies' form, nor in a tenant's declaration. */
  readonly own?: boolean
  /** The platform's admins alone change it; a company's supervisors see what it is. */
  readonly platform?: boolean
  /** A flag of the same plugin: only where it is on does the form ask for this. */
  readonly when?: string
  /** Half as wide in the form: two such fields stand side by side. */
  readonly half?: boolean
  /** A flag of the identify call, under the specification's name; people without a company have it. */
  readonly identifiedAs?: `has_${string}`
  /** Core's alone: the column of core_companies in which it stands, because SQL or a policy reads it there. */
  readonly column?: string
}

export interface FlagSetting extends Base {
  readonly kind: 'flag'
  readonly default?: boolean
}
export interface TextSetting extends Base {
  /** `line` is one line without hidden characters, `text` may have several. */
  readonly kind: 'line' | 'text'
  /** Most characters. */
  readonly max: number
  readonly default?: string
  /** Source of a regular expression that the whole value fits; what does not breaks `rule`. */
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
  /** Lines that the form shows; 1 is a line. */
  readonly rows?: number
  readonly default?: Readonly<Record<string, string>>
}
export interface ImageSetting extends Base {
  /** An image that everybody may see, uploaded by itself; kept as its file name, shown at `/images/<file>`. */
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

/** What other companies may read of them: the fields that say `published`. */
export type PublishedOf<D> =
  D extends DeclaredSettings<infer Fields>
    ? { readonly [F in Extract<Fields[number], { published: true }> as F['key']]: ValueOf<F> }
    : never

export interface DeclaredSettings<Fields extends readonly Setting[] = readonly Setting[]> {
  readonly plugin: string
  readonly fields: Fields
}

/**
 * Declares what a company can set of a plugin, in the plugin's `settings.ts`.
 * From this one list come storage, validation, the form, the tenant
 * declaration, the event `core.settings.changed` and what `settingsOf` gives.
 */
export function defineSettings<const Fields extends readonly Setting[]>(plugin: string, fields: Fields): DeclaredSettings<Fields> {
  return Object.freeze({ plugin, fields })
}

/** What holds until somebody chose: the field's default, else off or empty. Pure. */
export function defaultOf(field: Setting): SettingValue {
  return field.default ?? (field.kind === 'flag' ? false : null)
}

/** A value that was refused: the rule it breaks and, of a text per language, in which one. */
export interface RefusedValue {
  readonly rule: string
  readonly meta?: Readonly<Record<string, unknown>>
  /** Language, when only that one is wrong. */
  readonly part?: string
}
export type ReadValue = { readonly value: SettingValue } | RefusedValue

const COLOR = /^#[0-9a-f]{6}$/i
const refused = (rule: string, meta?: Record<string, unknown>): RefusedValue => ({ rule, ...(meta && { meta }) })

/**
 * Holds a given value against its declaration, the same on the server and in
 * the form. Takes values by their type and makes nothing of anything else.
 * @returns the value as it is kept (trimmed; empty is null), or the rule that it breaks
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
      // Comes as a file, at an address of its own; by name it would be somebody else's.
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
  // PostgreSQL keeps no such character.
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
