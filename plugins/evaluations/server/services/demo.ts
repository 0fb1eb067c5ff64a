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
  await lookBack()
}

/** Second evaluations of the course: one that a participant may answer, and answers of others. */
async function lookBack(): Promise<void> {
  if (await db.from('evaluations_second').first()) return
  const passed: { id: number; membership_id: number; version_id: number; language: string | null }[] = await db
    .from('learning_evaluation_facts as f')
    .where('f.course_id', (await courseOf())?.id ?? 0)
    .groupBy('f.membership_id')
    .orderBy('f.membership_id')
    .limit(DEMO_PEOPLE)
    .select('f.membership_id', db.raw('max(f.version_id) as version_id, max(f.language) as language, min(f.id) as id'))
  const course = await courseOf()
  if (!course || !passed.length) return
  const supervisor: { id: number } | null = await db.from('kit_members').where({ role: 'beheerder', state: 'active' }).orderBy('id').first()
  const rows = passed.flatMap(({ id, membership_id: member, version_id: version, language }, index) => {
    const row = {
      ...{ company_id: currentCompanyId(), membership_id: member, participation_id: -id, course_id: course.id, version_id: version },
      ...{
        course_name: JSON.stringify(course.name),
        language: language || 'nl',
        due_on: addDays(today(), -7),
        mails: 1,
        mailed_at: new Date(),
      },
    }
    const isOpen = index === passed.length - 1
    const own = {
      remembered: 3 + (index % 3),
      used: 2 + (index % 4),
      ...(index < 6 && { remark: LOOKED_BACK[index % LOOKED_BACK.length] }),
    }
    return [
      { ...row, by_membership_id: member, about: 'own', ...answered(isOpen ? null : own) },
      ...(supervisor
        ? [{ ...row, by_membership_id: supervisor.id, about: 'person', ...answered(index % 2 ? null : { used: 4, better: 3 }) }]
        : []),
    ]
  })
  await db.table('evaluations_second').multiInsert(rows)
}

const DEMO_PEOPLE = 8
const LOOKED_BACK = ['Ik vraag nu eerst om een steekwagen.', 'Ik til minder alleen.', 'Ik let meer op mijn rug bij het sjouwen van platen.']
const answered = (answers: object | null) => ({ answers: answers && JSON.stringify(answers), answered_at: answers && new Date() })
const courseOf = async () => (await serviceOf(learningService))?.courseNamed(COURSE)

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

/** Turns the second evaluation of one course on. Idempotent. */
export async function loadPlatformDemo(): Promise<void> {
  const course = await courseOf()
  if (course) await db.knexQuery().table('evaluations_later').insert({ course_id: course.id, weeks: 6 }).onConflict(['course_id']).ignore()
}
