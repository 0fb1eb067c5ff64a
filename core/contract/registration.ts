/** The data that a company asks of people besides their name (specification, section 2: /admin/bedrijven/registratie). */
export const FIELD_KINDS = ['text', 'choice', 'date', 'checkbox'] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

export interface RegistrationField {
  id: number
  /** Language → text. */
  label: Record<string, string>
  kind: FieldKind
  /** For a choice. */
  options: string[]
  required: boolean
}

/** Field id → text, one of the options, `yyyy-mm-dd`, or whether the checkbox is ticked. */
export type ExtraAnswers = Readonly<Record<string, string | boolean>>
