import db from '@adonisjs/lucid/services/db'
import { addDays, today } from '#core/kit/days'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'

/** A word in an answer → its tag. */
const TAGS: readonly [word: string, tag: string][] = [
  ['voorbeeld', 'voorbeelden'],
  ['telefoon', 'telefoon'],
  ['korter', 'lengte'],
]

/** Tags some open answers of a company, and reports one lesson as unclear. Idempotent. */
export async function loadDemo(): Promise<void> {
  await tagAnswers()
  await reportLesson()
}

const COURSE = 'tillen-en-dragen'
const LESSON = { key: 'stenen-blokken-platen', title: { nl: 'Stenen, blokken, platen en banden', en: 'Bricks, blocks, boards and kerbs' } }
const REMARKS = ['Ik snap de afbeelding met de platen niet.', '', 'Welke tilhulp bedoelen jullie hier?']

/** Reports one lesson of a course that the demo's people take. */
async function reportLesson(): Promise<void> {
  if (await db.from('evaluations_unclear').first()) return
  const course = await (await serviceOf(learningService))?.courseNamed(COURSE)
  if (!course) return
  const texts = { course_name: JSON.stringify(course.name), lesson_title: JSON.stringify(LESSON.title) }
  await db.table('evaluations_unclear').multiInsert(
    REMARKS.map((remark, index) => ({
      ...{ company_id: currentCompanyId(), course_id: course.id, activity_key: LESSON.key, ...texts },
      ...{ remark, reported_on: addDays(today(), -index) },
    })),
  )
}

async function tagAnswers(): Promise<void> {
  if (await db.from('evaluations_tags').first()) return
  const answers: { id: number; text: string }[] = await db
    .from('learning_evaluation_facts')
    .where('question_key', 'opmerking')
    .select('id', db.raw(`value #>> '{}' as text`))
  const rows = answers.flatMap(({ id, text }) =>
    TAGS.filter(([word]) => text.includes(word)).map(([, tag]) => ({ company_id: currentCompanyId(), answer_id: id, tag })),
  )
  if (rows.length) await db.table('evaluations_tags').multiInsert(rows)
}
