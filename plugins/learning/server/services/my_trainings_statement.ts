/** A person's own participations. $1: membership id. Apart, so that `npm run bench` measures the same statement. */
export const LIST_OWN = `
  select p.id, p.status, p.progress, p.grade, p.language, p.registered_at, p.started_at, p.expires_at, p.finished_at,
         v.name, v.languages, v.duration_minutes, v.access_days, c.sector
    from learning_participations p
    join learning_course_versions v on v.id = p.version_id
    join learning_courses c on c.id = p.course_id
   where p.company_id = nullif(current_setting('app.company_id', true), '')::bigint and p.membership_id = $1
   order by p.registered_at desc, p.id desc
   limit 200`
