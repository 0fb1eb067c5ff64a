import type { ActivityPart, DraftParts } from './draft_types.js'
import type { LocalizedText } from '../course_import/course_types.js'

/** A changed setting of the course: its old and new value. */
export interface SettingChange {
  /** Name in the course's part, such as `accessDays`. */
  field: string
  from: unknown
  to: unknown
}
export interface Change {
  change: 'added' | 'changed' | 'removed'
  key: string
  title: LocalizedText
}
export interface CourseDifferences {
  settings: SettingChange[]
  steps: Change[]
  questions: Change[]
  /** The order, the modules or the restrictions. */
  outline: boolean
}

/** The order of keys does not matter; PostgreSQL sorts the keys of jsonb itself. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
const isSame = (one: unknown, other: unknown) => canonical(one) === canonical(other)

/** Returns the changes of a draft compared with the published version. Pure. @param before null when nothing is published yet */
export function differencesOf(before: DraftParts | null, after: DraftParts): CourseDifferences {
  const steps = stepsOf(after)
  const stepsBefore = before ? stepsOf(before) : new Map<string, ActivityPart>()
  const fields = Object.keys(after.course) as (keyof DraftParts['course'])[]
  return {
    settings: before
      ? fields.flatMap((field) => {
          const [from, to] = [before.course[field], after.course[field]]
          return isSame(from, to) ? [] : [{ field, from, to }]
        })
      : [],
    steps: changes(stepsBefore, steps, ({ title }) => title),
    questions: changes(before ? questionsOf(before) : new Map(), questionsOf(after), ({ text }) => text),
    outline: before !== null && !isSame(before.outline, after.outline),
  }
}

const stepsOf = ({ outline, activities }: DraftParts) =>
  new Map(
    outline.modules.flatMap((module) =>
      module.activities.flatMap(({ key }) => {
        const activity = activities.get(key)
        return activity ? [[key, activity] as const] : []
      }),
    ),
  )

/** The questions that a quiz of the course uses; the draft may have unused parts. */
function questionsOf(parts: DraftParts) {
  const asked = [...stepsOf(parts)].flatMap(([key, { questions = [] }]) => questions.map((question) => `${key}/${question}`))
  return new Map(
    asked.flatMap((key) => {
      const question = parts.questions.get(key)
      return question ? [[key, question] as const] : []
    }),
  )
}

function changes<T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>, title: (part: T) => LocalizedText): Change[] {
  const found: Change[] = []
  for (const [key, part] of after) {
    const old = before.get(key)
    if (!old) found.push({ change: 'added', key, title: title(part) })
    else if (!isSame(old, part)) found.push({ change: 'changed', key, title: title(part) })
  }
  for (const [key, part] of before) if (!after.has(key)) found.push({ change: 'removed', key, title: title(part) })
  return found
}
