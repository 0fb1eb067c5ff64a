import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import type { EvaluationQuestion } from '#plugins/learning/contract/evaluations'
import { type EvaluationResults, MIN_ANSWERS, LOW_SCORE, type QuestionResult, quarterOf, SCALE, type Words } from '../../results.js'
import { type Choice, FACTS, fromReleased } from './released.js'

/** A course with evaluation results. */
export interface EvaluatedCourse {
  id: number
  name: Words
  /** The number of counted evaluations. */
  responses: number
  /** The mean of all scales; null without a scale. */
  average: number | null
  /** The scale with the lowest score. */
  lowest: { text: Words; average: number } | null
  /** The mean of all scales by quarter, oldest first. */
  trend: number[]
  /** The first day of the last quarter with answers. */
  last: string
}

interface Counted {
  course_id: number
  activity_key: string
  question_key: string
  quarter: string
  /** Null for an open question: its texts are not counted. */
  answer: string | null
  answered: number
}

const keyOf = ({
  course_id: course,
  activity_key: activity,
  question_key: question,
}: Pick<Counted, 'course_id' | 'activity_key' | 'question_key'>) => `${course}.${activity}.${question}`

/** The newest version of each question, by `<course>.<activity>.<question>`, in the order of the course. */
async function questionsOf(courses: readonly number[]): Promise<Map<string, EvaluationQuestion>> {
  const rows: EvaluationQuestion[] = await db
    .from('learning_evaluation_questions')
    .whereIn('course_id', [...courses])
    .orderBy([{ column: 'version', order: 'desc' }, { column: 'position' }, { column: 'place' }])
  const found = new Map<string, EvaluationQuestion>()
  for (const row of rows) {
    if (!found.has(keyOf(row))) found.set(keyOf(row), row)
  }
  return found
}

const countedOf = (choice: Choice) =>
  fromReleased<Counted>(
    choice,
    `select f.course_id, f.activity_key, f.question_key, r.quarter::text as quarter,
            case q.type when 'open' then null else f.value #>> '{}' end as answer, count(*)::int as answered
       from ${FACTS}
       join learning_evaluation_questions q on q.version_id = f.version_id and q.activity_key = f.activity_key and q.question_key = f.question_key
      group by 1, 2, 3, 4, 5`,
  )

const sumOf = (rows: readonly Counted[]) => rows.reduce((sum, { answered }) => sum + answered, 0)
const averageOf = (rows: readonly Counted[]) => {
  const answered = sumOf(rows)
  return answered < MIN_ANSWERS ? null : rows.reduce((sum, row) => sum + Number(row.answer) * row.answered, 0) / answered
}

function byQuarter(rows: readonly Counted[]): [quarter: string, rows: Counted[]][] {
  return Object.entries(Object.groupBy(rows, ({ quarter }) => quarter) as Record<string, Counted[]>).sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Results of one question. Pure. */
export function resultOf(key: string, question: EvaluationQuestion, rows: readonly Counted[]): QuestionResult {
  const answered = sumOf(rows)
  const base = { key, type: question.type, text: question.text, answered }
  if (answered < MIN_ANSWERS) return { ...base, answered: 0, hidden: true, average: null, low: false, counts: [], trend: [] }
  const countOf = (answer: string) => sumOf(rows.filter((row) => row.answer === answer))
  if (question.type === 'open') return { ...base, hidden: false, average: null, low: false, counts: [], trend: [] }
  if (question.type === 'choice') {
    const counts = question.answers.map((answer) => ({ ...answer, count: countOf(answer.key) }))
    return { ...base, hidden: false, average: null, low: false, counts, trend: [] }
  }
  const average = averageOf(rows)!
  const trend = byQuarter(rows).map(([day, of]) => {
    const point = averageOf(of)
    return { quarter: quarterOf(day), average: point, answered: point === null ? 0 : sumOf(of) }
  })
  const counts = SCALE.map((value) => ({ key: String(value), text: null, count: countOf(String(value)) }))
  return { ...base, hidden: false, average, low: average < LOW_SCORE, counts, trend }
}

/** Results of a course for a filter. @throws AppError 404 for a course without an evaluation */
export async function resultsOf(choice: Choice & { course: number }): Promise<EvaluationResults> {
  const questions = await questionsOf([choice.course])
  const [first] = questions.values()
  if (!first) throw notFound()
  const [{ responses }] = (await fromReleased<{ responses: number }>(choice, 'select count(*)::int as responses from chosen')) as [
    { responses: number },
  ]
  const counted: Partial<Record<string, Counted[]>> = Object.groupBy(await countedOf(choice), keyOf)
  return {
    course: { id: choice.course, name: first.course_name },
    responses,
    questions: [...questions].map(([key, question]) =>
      resultOf(`${question.activity_key}.${question.question_key}`, question, counted[key] ?? []),
    ),
  }
}

/** Courses with an evaluation that at least five people answered, lowest score first. */
export async function evaluatedCourses(): Promise<EvaluatedCourse[]> {
  const answered = await fromReleased<{ course_id: number; responses: number; last: string }>(
    {},
    'select course_id, count(*)::int as responses, max(quarter)::text as last from released group by 1',
  )
  const ids = answered.map(({ course_id: id }) => id)
  if (!ids.length) return []
  const [questions, counted] = [await questionsOf(ids), await countedOf({})]
  const names = new Map([...questions.values()].map(({ course_id: id, course_name: name }) => [id, name]))
  const scales = counted.filter((row) => questions.get(keyOf(row))?.type === 'scale')
  const found = answered.map(({ course_id: id, responses, last }) => {
    const own = scales.filter((row) => row.course_id === id)
    const each = Object.entries(Object.groupBy(own, keyOf)).flatMap(([key, rows]) => {
      const average = averageOf(rows!)
      return average === null ? [] : [{ text: questions.get(key)!.text, average }]
    })
    return {
      ...{ id, name: names.get(id) ?? {}, responses, average: averageOf(own), last },
      lowest: each.toSorted((a, b) => a.average - b.average)[0] ?? null,
      trend: byQuarter(own).flatMap(([, rows]) => averageOf(rows) ?? []),
    }
  })
  return found.sort((a, b) => (a.average ?? 9) - (b.average ?? 9) || a.id - b.id)
}

/** Filter options of a course: only those with results. */
export async function choicesOf(course: number): Promise<{
  companies: { id: number; name: string }[]
  versions: number[]
  languages: string[]
  quarters: string[]
  places: string[]
  houses: { id: number; name: string }[]
}> {
  const rows = await fromReleased<{
    level: string
    company_id: number
    company: string
    version: number
    language: string
    quarter: string
    place: string
    house: number
    house_name: string | null
  }>(
    { course },
    `select distinct r.level, r.company_id, c.name as company, r.version, r.language, r.quarter::text as quarter, r.place, r.house, h.name as house_name
       from released r join kit_companies c on c.id = r.company_id left join kit_companies h on h.id = r.house`,
  )
  const cells = rows.filter(({ level }) => level === 'cell')
  const named = rows.filter(({ level }) => level !== 'course').map(({ company_id: id, company }) => [id, company] as const)
  return {
    companies: [...new Map(named)].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name)),
    versions: [...new Set(cells.map(({ version }) => version))].sort((a, b) => b - a),
    languages: [...new Set(cells.map(({ language }) => language))].filter(Boolean).sort(),
    places: [...new Set(cells.map(({ place }) => place))].filter(Boolean).sort(),
    // Only an admin reads the names of other companies.
    houses: [...new Map(cells.flatMap(({ house, house_name: name }) => (name ? [[house, name] as const] : [])))].map(([id, name]) => ({
      id,
      name,
    })),
    quarters: [...new Set(rows.map(({ quarter }) => quarterOf(quarter)))].sort().reverse(),
  }
}
