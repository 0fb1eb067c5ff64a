import db from '@adonisjs/lucid/services/db'
import { type Editor, ownCourse } from './whose_courses.js'

export interface PoolQuestion {
  key: string
  type: string
  text: Record<string, string>
  revision: number
  tags: string[]
  /** Quizzes of the newest version that ask it. */
  used_in: { key: string; title: Record<string, string> }[]
  /** How often it was answered in those attempts, and how often right, 0 to 100; null without answers. */
  answered: number
  right: number | null
  /** Whether those who answer it right do well (-1 to 1): the correlation with the attempt's grade. Null where it says nothing. */
  discrimination: number | null
  /** Median seconds from the answer before it. */
  seconds: number | null
}

/** Statistics are of so many attempts of the course, the latest ones: that is enough to say something, and bounded. */
const ATTEMPTS = 5000
/** Of fewer answers a correlation says nothing. */
const ENOUGH = 20
/** A longer answer was a pause, in seconds. */
const LONGEST = 1800

/** The latest revision of each question of a course, with how it does; all revisions of a question count. One query. @throws AppError 404 */
export async function questionPool(editor: Editor, courseId: string | number): Promise<PoolQuestion[]> {
  const { id } = await ownCourse(editor, courseId)
  const { rows } = await db.rawQuery(
    `with latest as (
       select distinct on (key) id, key, type, text, revision, tags, content_hash from learning_questions where course_id = :id order by key, revision desc
     ), quizzes as (
       select a.id, a.key, a.title, v.number from learning_activities a join learning_course_versions v on v.id = a.version_id
        where v.course_id = :id and a.type = 'quiz'
     ), attempts as (
       select t.id, t.company_id, t.grade, t.started_at from learning_attempts t
        where t.activity_id in (select id from quizzes) and t.status in ('passed', 'failed') order by t.id desc limit ${ATTEMPTS}
     ), answers as (
       select q.key, g.correct, t.grade,
              extract(epoch from g.saved_at - coalesce(lag(g.saved_at) over (partition by g.attempt_id order by g.saved_at), t.started_at)) as seconds
         from attempts t
         join learning_attempt_questions g on g.attempt_id = t.id and g.company_id = t.company_id
         join learning_questions q on q.id = g.question_id
     ), counted as (
       select key, count(correct)::int as answered, round(100 * avg(correct::int))::int as right,
              case when count(correct) >= ${ENOUGH} then corr(correct::int, grade) end as discrimination,
              percentile_cont(0.5) within group (order by seconds) filter (where seconds > 0 and seconds <= ${LONGEST}) as seconds
         from answers group by key
     ), used as (
       select q.key, jsonb_agg(jsonb_build_object('key', z.key, 'title', z.title) order by z.id) as used_in
         from quizzes z
         join learning_activity_questions u on u.activity_id = z.id
         join learning_questions q on q.id = u.question_id
        where z.number = (select max(number) from quizzes)
        group by q.key
     )
     select l.key, l.type, l.text, l.revision, l.tags, coalesce(u.used_in, '[]') as used_in, coalesce(c.answered, 0) as answered, c.right,
            round(c.discrimination::numeric, 2)::float as discrimination, round(c.seconds::numeric)::int as seconds
       from latest l left join counted c on c.key = l.key left join used u on u.key = l.key
      -- One that was taken from a file into a quiz, just as it was, stands there.
      where not (l.key like 'import/%' and exists (select 1 from latest other where other.id <> l.id and other.content_hash = l.content_hash))
      order by l.key`,
    { id },
  )
  return rows
}
