import db from '@adonisjs/lucid/services/db'

/** Statistics of a question, over all its revisions. */
export interface QuestionStatistics {
  /** The number of answers in those attempts, and the percentage of right answers, 0 to 100; null without answers. */
  answered: number
  right: number | null
  /** Whether people who answer it right do well (-1 to 1): the correlation with the attempt's grade. Null when it has no meaning. */
  discrimination: number | null
  /** Median of the seconds since the previous answer. */
  seconds: number | null
}

/** Statistics cover the latest attempts of a course, up to this number: enough to be meaningful, and bounded. */
const ATTEMPTS = 5000
/** With fewer answers a correlation has no meaning. */
const ENOUGH = 20
/** A longer answer time, in seconds, counts as a pause. */
const LONGEST = 1800

const NONE: QuestionStatistics = { answered: 0, right: null, discrimination: null, seconds: null }

/** Statistics of the questions of some courses. One query. @returns a function that gives the statistics of a question by course and key */
export async function statisticsOf(courses: readonly number[]): Promise<(course: number, key: string) => QuestionStatistics> {
  const { rows } = await db.rawQuery<{ rows: (QuestionStatistics & { course_id: number; key: string })[] }>(
    `with attempts as (
       select wanted.id as course_id, t.* from unnest(?::bigint[]) as wanted(id)
       cross join lateral (
         select t.id, t.company_id, t.grade, t.started_at from learning_attempts t
          where t.status in ('passed', 'failed') and t.activity_id in (
            select a.id from learning_activities a join learning_course_versions v on v.id = a.version_id
             where v.course_id = wanted.id and a.type = 'quiz')
          order by t.id desc limit ${ATTEMPTS}) t
     ), answers as (
       select t.course_id, q.key, g.correct, t.grade,
              extract(epoch from g.saved_at - coalesce(lag(g.saved_at) over (partition by g.attempt_id order by g.saved_at), t.started_at)) as seconds
         from attempts t
         join learning_attempt_questions g on g.attempt_id = t.id and g.company_id = t.company_id
         join learning_questions q on q.id = g.question_id
     )
     select course_id, key, count(correct)::int as answered, round(100 * avg(correct::int))::int as right,
            round((case when count(correct) >= ${ENOUGH} then corr(correct::int, grade) end)::numeric, 2)::float as discrimination,
            round((percentile_cont(0.5) within group (order by seconds) filter (where seconds > 0 and seconds <= ${LONGEST}))::numeric)::int as seconds
       from answers group by course_id, key`,
    [courses as number[]] as never[],
  )
  const found = new Map(rows.map(({ course_id: course, key, ...statistics }) => [`${course}/${key}`, statistics]))
  return (course, key) => found.get(`${course}/${key}`) ?? NONE
}
