import db from '@adonisjs/lucid/services/db'
import { serviceOf } from '#core/kit/services'
import { platformUrl } from '#core/kit/settings'
import { textIn } from '#core/kit/words'
import { learningService } from '#plugins/learning/contract/index'
import { APPEAL_DAYS } from '../../contract/states.js'
import type { VerdictFacts } from './decide.js'
import type { RecordingRow } from './recording_row.js'

export interface RefusedFacts {
  member: number
  quiz: Record<string, string>
  course: Record<string, string>
  participation: number
}

/** What the mail about a verdict says; null once the recording is gone. */
export async function verdictValues({ recording }: VerdictFacts): Promise<Record<string, string> | null> {
  const row: (RecordingRow & { reader: string | null }) | null = await db
    .from('proctoring_recordings as r')
    .join('kit_members as m', 'm.id', 'r.membership_id')
    .where('r.id', recording)
    .select('r.*', 'm.language as reader')
    .first()
  if (!row) return null
  const answers = await (await serviceOf(learningService))?.answersOf(row.attempt_id!)
  const rejections: { explanation: string }[] = await db
    .from('proctoring_decisions')
    .where({ recording_id: row.id, verdict: 'reject' })
    .orderBy('round')
    .select('explanation')
  return {
    quiz: textIn(row.quiz_title, row.reader),
    course: textIn(row.course_name, row.reader),
    provider: row.provider_name,
    grade: String(answers?.grade ?? ''),
    explanation: rejections.map(({ explanation }) => explanation).join('\n\n'),
    appeal: row.appealed_at ? 'no' : 'yes',
    days: String(APPEAL_DAYS),
    actionUrl: await platformUrl(`/deelnemer/training/quiz/resultaten/${row.attempt_id}`),
  }
}

/** What the supervisors' mail about a refusal says; null where the person is gone. */
export async function refusedValues({ member, quiz, course, participation }: RefusedFacts): Promise<Record<string, string> | null> {
  const person: { full_name: string; language: string | null } | null = await db
    .from('kit_members')
    .where('id', member)
    .select('full_name', 'language')
    .first()
  if (!person) return null
  return {
    person: person.full_name,
    quiz: textIn(quiz, null),
    course: textIn(course, null),
    actionUrl: await platformUrl(`/training/deelnemer/inzichten/${participation}`),
  }
}
