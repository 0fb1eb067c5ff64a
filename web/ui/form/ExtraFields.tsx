import { isDay } from '#core/contract/day'
import type { ExtraAnswers, RegistrationField } from '#core/contract/registration'
import { bootstrap } from '../../boot/bootstrap.js'
import { CheckInput, SelectInput } from './choice_inputs.js'
import { DayInput } from './DayInput.js'
import type { Check } from './form_context.js'
import { TextInput } from './TextInput.js'

/** The values of such fields, with nothing answered yet. */
export type ExtraValues = Record<string, string | boolean | null>

const labelOf = ({ label }: RegistrationField) => label[bootstrap.lang] ?? label.en ?? label.nl ?? Object.values(label)[0] ?? ''
const EMPTY = { text: '', choice: '', date: null, checkbox: false } as const

export const emptyExtra = (fields: readonly RegistrationField[]): ExtraValues =>
  Object.fromEntries(fields.map(({ id, kind }) => [id, EMPTY[kind]]))

/** The answered fields only. */
export const extraToSend = (values: ExtraValues): ExtraAnswers =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string | boolean] => Boolean(entry[1])))

/** The same checks as the server's (core/registration/answers.ts). */
export const checkExtra = (fields: readonly RegistrationField[], values: ExtraValues): Check[] =>
  fields.flatMap(({ id, kind, required }) => {
    const value = values[id]
    if (!value) return required ? [{ field: `extra.${id}`, rule: 'required' }] : []
    return kind === 'date' && !isDay(value) ? [{ field: `extra.${id}`, rule: 'day' }] : []
  })

/** The extra fields that a company asks people for (/admin/bedrijven/registratie), as fields of a form under `extra`. */
export function ExtraFields({ fields }: { fields: readonly RegistrationField[] }) {
  return fields.map((field) => {
    const given = { name: `extra.${field.id}`, label: labelOf(field), required: field.required }
    if (field.kind === 'choice')
      return <SelectInput key={field.id} {...given} options={field.options.map((value) => ({ value, label: value }))} />
    if (field.kind === 'date') return <DayInput key={field.id} {...given} />
    if (field.kind === 'checkbox') return <CheckInput key={field.id} {...given} />
    return <TextInput key={field.id} {...given} maxLength={500} />
  })
}
