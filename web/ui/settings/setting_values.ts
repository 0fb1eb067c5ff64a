import { readSetting, type Setting, type SettingsByPlugin, type SettingValue } from '#core/contract/settings'
import type { FieldError } from '#web/api'
import type { FormValues } from '../form/form_context.js'
import { type Changes, valueAt } from '../form/values.js'

/** The server's description of a company's settings: by plugin, in the order of the form. */
export type SettingsDescription = readonly { readonly plugin: string; readonly fields: readonly Setting[] }[]
/** The values as inputs hold them: plugin → key → text, boolean, or language → text. */
export type SettingsFormValues = Record<string, FormValues>

/** The fields that the current values ask for: some only when a flag is on. Pure. */
export const visibleSettings = (description: SettingsDescription, isOn: (plugin: string, flag: string) => boolean): SettingsDescription =>
  description
    .map(({ plugin, fields }) => ({ plugin, fields: fields.filter(({ when }) => !when || isOn(plugin, when)) }))
    .filter(({ fields }) => fields.length)

const inputs = (description: SettingsDescription) =>
  // Images are saved separately.
  description.flatMap(({ plugin, fields }) => fields.filter(({ kind }) => kind !== 'image').map((field) => ({ plugin, field })))

function toInput({ kind }: Setting, value: SettingValue | undefined): unknown {
  if (kind === 'flag') return value === true
  if (kind === 'texts') return value ?? {}
  if (kind === 'day') return value ?? null
  return value === null || value === undefined ? '' : String(value as string | number)
}

function toValue({ kind }: Setting, input: unknown): unknown {
  if (kind !== 'number' || typeof input !== 'string') return input
  return input.trim() === '' ? null : Number(input)
}

/** The form values for a company's settings. Pure. */
export function settingsToForm(description: SettingsDescription, settings: SettingsByPlugin): SettingsFormValues {
  const values: SettingsFormValues = {}
  for (const { plugin, field } of inputs(description)) {
    values[plugin] ??= {}
    values[plugin][field.key] = toInput(field, settings[plugin]?.[field.key])
  }
  return values
}

/** The changed values in the server's format: plugin → key → value. Pure. */
export function settingsToSend(
  description: SettingsDescription,
  values: SettingsFormValues,
  changes: Changes<SettingsFormValues>,
): Record<string, Record<string, unknown>> {
  const body: Record<string, Record<string, unknown>> = {}
  for (const { plugin, field } of inputs(description)) {
    const path = `${plugin}.${field.key}`
    // A text in several languages is sent as a whole, as it is stored.
    if (valueAt(changes, path) === undefined) continue
    ;(body[plugin] ??= {})[field.key] = toValue(field, valueAt(values, path))
  }
  return body
}

/** The errors, by the same declarations and with the same codes as the server's. Pure. */
export function checkSettings(description: SettingsDescription, values: SettingsFormValues): FieldError[] {
  return inputs(description).flatMap(({ plugin, field }) => {
    const path = `${plugin}.${field.key}`
    const read = readSetting(field, toValue(field, valueAt(values, path)))
    if ('value' in read) return []
    return [{ field: read.part ? `${path}.${read.part}` : path, rule: read.rule, ...(read.meta && { meta: { ...read.meta } }) }]
  })
}
