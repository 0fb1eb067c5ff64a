/** Counts the attempts at the activity of a state `s`: a part of the statements that read states. */
export const ATTEMPTS_OF_STATE = `
  select count(*)::int as used, max(t.submitted_at) as last, max(t.id) filter (where t.status <> 'busy') as "lastId",
         coalesce(bool_or(t.status = 'busy'), false) as running, coalesce(bool_or(t.status = 'in_review'), false) as "inReview"
    from learning_attempts t
   where t.company_id = s.company_id and t.participation_id = s.participation_id and t.activity_id = s.activity_id`

/**
 * A person's own participations, earliest due day first, each open one with its states. $1: membership id. In a file without imports, so
 * that `npm run bench` measures the same statement without booting an application.
 */
export const LIST_OWN = `
  select p.id, p.status, p.progress, p.grade, p.language, p.registered_at, p.started_at, p.expires_at, p.finished_at, p.version_id, p.due_at, p.mandatory, p.source,
         v.name, v.languages, v.duration_minutes, v.access_days, v.picture, c.sector, st.states
    from learning_participations p
    join learning_course_versions v on v.id = p.version_id
    join learning_courses c on c.id = p.course_id
    left join lateral (
      select json_agg(json_build_object('activityId', s.activity_id, 'status', s.status, 'grade', s.grade, 'finishedAt', null,
                                        'used', a.used, 'last', a.last, 'lastId', a."lastId", 'running', a.running, 'inReview', a."inReview", 'extra', s.extra_attempts)) as states
        from learning_activity_states s
        left join lateral (${ATTEMPTS_OF_STATE}) a on s.status <> 'finished'
       where s.company_id = p.company_id and s.participation_id = p.id
    ) st on p.status in ('registered', 'planned', 'busy')
   where p.company_id = nullif(current_setting('app.company_id', true), '')::bigint and p.membership_id = $1
   order by p.status in ('registered', 'planned', 'busy') desc,
            case when p.status in ('registered', 'planned', 'busy') then least(p.due_at::timestamp, p.expires_at at time zone 'UTC') end asc nulls last,
            p.registered_at desc, p.id desc
   limit 200`
