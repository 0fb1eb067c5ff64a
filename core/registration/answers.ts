import db from '@adonisjs/lucid/services/db'
import { isDay } from '../contract/day.js'
import { isPlainLine } from '../contract/plain_line.js'
import type { ExtraAnswers, RegistrationField } from '../contract/registration.js'
import { textIn } from '../i18n/text_in.js'

const MOST_CHARACTERS = 500

/** The problem with one answer, as a rule of core.rules; null when there is none. */
function ruleBrokenBy({ kind, options, required }: RegistrationField, answer: string | boolean | undefined): string | null {
  const isEmpty = answer === undefined || answer === '' || answer === false
  if (isEmpty) return required ? 'required' : null
  if (kind === 'checkbox') return answer === true ? null : 'enum'
  if (typeof answer !== 'string') return 'enum'
  if (kind === 'choice') return options.includes(answer) ? null : 'enum'
  if (kind === 'date') return isDay(answer) ? null : 'day'
  if (answer.length > MOST_CHARACTERS) return 'maxLength'
  return isPlainLine(answer) ? null : 'hidden_characters'
}

/** The answers to the company's questions only, with problems at `extra.<id>`. Pure. */
export function checkAnswers(
  fields: readonly RegistrationField[],
  given: ExtraAnswers,
): { answers: ExtraAnswers; problems: { field: string; rule: string }[] } {
  const answers: Record<string, string | boolean> = {}
  const problems: { field: string; rule: string }[] = []
  for (const field of fields) {
    const raw = Object.hasOwn(given, field.id) ? given[field.id] : undefined
    const answer = typeof raw === 'string' ? raw.trim() : raw
    const rule = ruleBrokenBy(field, answer)
    if (rule) problems.push({ field: `extra.${field.id}`, rule })
    else if (answer !== undefined && answer !== '') answers[field.id] = answer
  }
  return { answers, problems }
}

/** One answer with the question as it was asked, for a screen or an export. */
export interface ShownAnswer {
  label: string
  value: string | boolean
  kind: RegistrationField['kind']
  /** No longer asked. */
  removed: boolean
}

/** The answers of a membership in the current scope, also to questions that are no longer asked. */
export async function answersOf(membershipId: number, lang: string): Promise<ShownAnswer[]> {
  const { rows } = await db.rawQuery<{ rows: (Omit<ShownAnswer, 'label'> & { label: Record<string, string> })[] }>(
    `select f.label, f.kind, f.removed_at is not null as removed, m.extra_info->(f.id::text) as value
       from core_memberships m
       join core_registration_fields f on f.company_id = m.company_id and jsonb_exists(m.extra_info, f.id::text)
      where m.id = ? order by f.removed_at nulls first, f.position, f.id`,
    [membershipId],
  )
  return rows.map((row) => ({ ...row, label: textIn(row.label, lang) }))
}
