import db from '@adonisjs/lucid/services/db'
import { type QuestionStatistics, statisticsOf } from './question_statistics.js'
import { type Editor, ownCourse } from './whose_courses.js'

export interface PoolRow {
  /** Id of its latest revision. */
  id: number
  company_id: number | null
  course_id: number
  course_languages: string[] | null
  key: string
  type: string
  text: Record<string, string>
  revision: number
  /** Its own tags and those added in the pool. */
  tags: string[]
  /** Quizzes of the newest version that use it. */
  used_in: { key: string; title: Record<string, string> }[]
  used: number
  archived_at: Date | null
  /** This revision was withdrawn: new attempts do not draw it. */
  withdrawn: boolean
}

export type PoolQuestion = PoolRow & QuestionStatistics

/**
 * The latest revision of each question in the courses of an owner (bound parameter). An imported question that was copied unchanged into a
 * quiz is only listed as the question of that quiz.
 */
const POOL = `
  select q.id, q.company_id, q.course_id, q.key, q.type, q.text, q.revision, m.archived_at, (x.id is not null) as withdrawn, v.languages as course_languages,
         array(select distinct tag from unnest(q.tags || coalesce(m.tags, '{}')) tag order by tag) as tags,
         coalesce(u.quizzes, '[]') as used_in, coalesce(u.n, 0) as used,
         search_key(concat_ws(' ', (select string_agg(value, ' ') from jsonb_each_text(q.text)), q.key, array_to_string(q.tags || coalesce(m.tags, '{}'), ' '))) as search_text
    from learning_questions q
    join learning_courses c on c.id = q.course_id and c.company_id is not distinct from ?::bigint
    left join learning_withdrawals x on x.question_id = q.id
    left join learning_pool_marks m on m.course_id = q.course_id and m.key = q.key
    left join lateral (select id, languages from learning_course_versions where course_id = q.course_id order by number desc limit 1) v on true
    left join lateral (
      select count(*)::int as n, jsonb_agg(jsonb_build_object('key', a.key, 'title', a.title) order by a.id) as quizzes
        from learning_activities a join learning_activity_questions k on k.activity_id = a.id join learning_questions o on o.id = k.question_id
       where a.version_id = v.id and a.type = 'quiz' and o.key = q.key) u on true
   where not exists (select from learning_questions later where later.course_id = q.course_id and later.key = q.key and later.revision > q.revision)
     and not (q.key like 'import/%' and exists (
       select from learning_questions other
        where other.course_id = q.course_id and other.id <> q.id and other.content_hash = q.content_hash
          and not exists (select from learning_questions later
                           where later.course_id = q.course_id and later.key = other.key and later.revision > other.revision)))`

/** The questions of an owner's courses, as a query that a list can filter: `k`. */
export const poolQuestions = (owner: number | null) =>
  db
    .query()
    .from(db.raw(`(${POOL}) as k`, [owner as number]) as never)
    .select('k.*')

/** Adds statistics to the rows. One query for any number of rows and courses. */
export async function withStatistics(rows: readonly PoolRow[]): Promise<PoolQuestion[]> {
  const found = await statisticsOf([...new Set(rows.map(({ course_id: course }) => course))])
  return rows.map((row) => ({ ...row, ...found(row.course_id, row.key) }))
}

/** The questions of a course that its quizzes can use. Two queries. @throws AppError 404 */
export async function questionPool(editor: Editor, courseId: string | number): Promise<PoolQuestion[]> {
  const { id } = await ownCourse(editor, courseId)
  const rows: PoolRow[] = await poolQuestions(editor.owner).where('k.course_id', id).whereNull('k.archived_at').orderBy('k.key')
  return withStatistics(rows)
}
