import { OPEN_STATUSES } from '../contract/states.js'

// Finds the companies that have work for learning's scheduled jobs, in one statement per job over all companies. The result may contain
// extra companies but must not miss one. Days begin by each company's own time zone, so a day is added on either side.

const OPEN = `status in (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`

/** `learning.expire`: access that ended, and quiz passes that are no longer valid. */
export const expire = `
  select company_id from learning_participations where ${OPEN} and expires_at <= now()
  union select s.company_id from learning_activity_states s
    join learning_participations p on p.company_id = s.company_id and p.id = s.participation_id and p.status in ('busy', 'passed')
   where s.valid_until <= now()`

/** `learning.finish_overdue` */
export const finishOverdue = `select company_id from learning_attempts where status = 'busy' and ends_at <= now()`

/** `learning.settle_again` */
export const recomputeGrades = `
  select company_id from learning_participations where settle_again and ${OPEN} and (expires_at is null or expires_at > now())`

/** `learning.mark_again`: withdrawn questions for which a company has not marked all attempts again. */
export const markAgain = `
  select c.id as company_id from kit_companies c join learning_withdrawals w on w.company_id is null or w.company_id = c.id
   where not exists (select from learning_withdrawals_marked m
                      where m.company_id = c.id and m.withdrawal_id = w.id and m.finished_at is not null)`

/** `learning.count_courses`: where changes were added next to a count. */
export const countCourses = `
  select company_id from learning_course_counts group by company_id, course_id, due_at having count(*) > 1`

/** `learning.remind_due` */
export const remindDue = `
  select company_id from learning_participations where ${OPEN} and due_at between current_date - 1 and current_date + 8`

/** `learning.remind_courses`: open participations in courses with reminders. */
export const remindCourses = `
  select p.company_id from learning_participations p join learning_course_versions v on v.id = p.version_id
   where p.${OPEN} and v.reminder_days <> '{}'::jsonb`

/** `learning.overdue_digest`: past due days that were not in a digest yet. */
export const overdueDigest = `
  select p.company_id from learning_participations p where p.${OPEN} and p.due_at <= current_date
     and not exists (select 1 from learning_due_mails d
                      where d.company_id = p.company_id and d.participation_id = p.id and d.kind = 'overdue' and d.due_at = p.due_at)`
