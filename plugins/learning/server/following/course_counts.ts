import db from '@adonisjs/lucid/services/db'
import { COUNTS, OPEN, PAST_END } from './participation_sql.js'

const MEMBER = `exists (select from kit_members m where m.company_id = p.company_id and m.id = p.membership_id
  and m.role = 'leerling' and m.state = 'active')`

interface Statement {
  sql: string
  values: (string | number)[]
}

/**
 * Returns the number of active participants of a company who have each course, passed it and are overdue, from the counts that triggers
 * maintain (decision 0190). Participations whose access ended since the last hourly job are no longer overdue but still counted; they are
 * subtracted here.
 * @param company one of those in reach; null is the running one
 */
export function countedStatement(day: string, company: number | null, course: number | null): Statement {
  const which = (row: string) =>
    `${company === null ? '' : `and ${row}.company_id = ?`} ${course === null ? '' : `and ${row}.course_id = ?`}`
  const bound = [company, course].filter((id): id is number => id !== null)
  return {
    sql: `select c.course_id as id, v.name, c.people, c.passed, c.overdue - coalesce(e.n, 0) as overdue
       from (select k.course_id, sum(k.people)::int as people, sum(k.passed)::int as passed,
                    coalesce(sum(k.due) filter (where k.due_at < ?::date), 0)::int as overdue
               from learning_course_counts k where true ${which('k')}
              group by k.course_id having sum(k.people) > 0) c
       left join (select p.course_id, count(*)::int as n from learning_participations p
                   where p.status in ${OPEN} and p.current and ${PAST_END} and p.due_at < ?::date and ${MEMBER} ${which('p')}
                   group by p.course_id) e on e.course_id = c.course_id
       cross join lateral (select name from learning_course_versions v where v.course_id = c.course_id and v.published_at is not null
                            order by v.number desc limit 1) v`,
    values: [day, ...bound, day, ...bound],
  }
}

/** The courses that any person of any company has, with names only: a heading does not need a count over all people of the platform. */
export function namesStatement(course: number | null): Statement {
  return {
    sql: `select c.id, v.name, 0 as people, 0 as passed, 0 as overdue from learning_courses c
       cross join lateral (select name from learning_course_versions v where v.course_id = c.id and v.published_at is not null
                            order by v.number desc limit 1) v
      where exists (select from learning_course_counts k where k.course_id = c.id and k.people > 0) ${course === null ? '' : 'and c.id = ?'}`,
    values: course === null ? [] : [course],
  }
}

/**
 * Recounts the running company's courses and replaces accumulated rows by one. It uses one snapshot: concurrent changes stay next to it and
 * are neither counted twice nor lost. It also corrects counts that two concurrent transactions missed of each other.
 */
export async function countCourses(): Promise<void> {
  await db.transaction(
    async (trx) => {
      await trx.from('learning_course_counts').delete()
      await trx.rawQuery(`
        insert into learning_course_counts (company_id, course_id, due_at, people, passed, due)
        select p.company_id, p.course_id, d.due_at, count(*), count(*) filter (where p.status = 'passed'), count(d.due_at)
          from learning_participations p
          cross join lateral (select case when p.status in ${OPEN} then p.due_at end as due_at) d
         where p.current and ${COUNTS} and ${MEMBER}
         group by p.company_id, p.course_id, d.due_at`)
    },
    { isolationLevel: 'repeatable read' },
  )
}
