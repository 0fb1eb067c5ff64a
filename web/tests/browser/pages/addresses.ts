import type { Client } from 'pg'

/** The company and the people of the demo that the crawl looks at. */
export const COMPANY = 'noordwind'
export const PEOPLE = {
  leerling: 'daan.bakker@noordwind.example',
  beheerder: 'beheerder@noordwind.example',
  examinator: 'examinator@examenhuis.example',
  admin: 'admin@platform.example',
} as const
export type Role = 'visitor' | keyof typeof PEOPLE
export const ROLES = ['visitor', ...Object.keys(PEOPLE)] as Role[]

/** Pages that only a journey reaches, and the spec that scans them. */
export const IN_JOURNEYS: Record<string, string> = {
  'learning.attempt': 'quiz.spec.ts',
  'learning.scorm': 'packages.spec.ts',
  'learning.edit_scorm': 'videos.spec.ts',
  'learning.external': 'journey.spec.ts',
  'learning.evaluation': 'journey.spec.ts',
  'proctoring.prepare': 'proctoring.spec.ts',
  'proctoring.practice': 'proctoring.spec.ts',
  'proctoring.exam': 'proctoring.spec.ts',
  'lti.arrive': 'lti.spec.ts',
  'lti.arrive_home': 'lti.spec.ts',
  'lti.pick': 'lti.spec.ts',
  'lti.results': 'lti.spec.ts',
  'core.invite': 'way_in.spec.ts',
}

/** Pages whose first request is refused, which the browser logs: links that do not work, a recording before a reason is given. */
export const REFUSED = ['evaluations.shared', 'marketing.unsubscribe', 'proctoring.evidence', 'lti.link', 'lti.unlink']

const company = `(select id from core_companies where login_id = '${COMPANY}')`
const course = 'select min(id) as course from learning_courses where company_id is null'
const activity = (type: string) =>
  `select v.course_id as course, a.key as activity from learning_course_versions v
   join learning_activities a on a.version_id = v.id and a.type = '${type}' where a.company_id is null order by v.course_id, a.id limit 1`
const participant = `(select m.id from core_memberships m join core_users u on u.id = m.user_id where u.email = '${PEOPLE.leerling}')`
const attempt = `select t.id as attempt from learning_attempts t join learning_participations p on p.id = t.participation_id
   where p.membership_id = ${participant} order by t.id limit 1`

/** Pages that the demo has something for only in these roles: others may open them, but have no such entry, course or company. */
export const ONLY_FOR: Record<string, Role[]> = {
  'exams.candidate': ['leerling'],
  'exams.day': ['examinator'],
  'booking.own': ['beheerder'],
  // Courses of the platform. A supervisor edits those of the company: editor.spec.ts.
  'learning.edit_course': ['admin'],
  'learning.edit_richtext': ['admin'],
  'learning.edit_activity': ['admin'],
  'learning.edit_quiz': ['admin'],
  'learning.edit_question': ['admin'],
  'learning.edit_evaluation': ['admin'],
  'learning.withdraw_question': ['admin'],
  'passport.own': ['leerling'],
}

/** Queries for the parameters of an address: columns named like them; other columns go into the query string. */
const QUERIES: Record<string, string> = {
  'core.error': `select 404 as type`,
  'certificates.status': `select token from certificates_certificates where company_id = ${company} order by id limit 1`,
  'certificates.qrcode': `select token from certificates_certificates where company_id = ${company} order by id limit 1`,
  'passport.public': `select token from passport_links where company_id = ${company} order by id limit 1`,
  'proctoring.receipt': `select token from proctoring_recordings order by id limit 1`,
  'marketing.unsubscribe': `select 'any' as token`,
  'evaluations.shared': `select repeat('a', 43) as token`,
  'registration.sign_up': `select 'leerling' as role`,
  'direct_access.enter': `select token from direct_access_entrances where company_id = ${company} and kind = 'standard'`,
  'direct_access.proof': `select token from direct_access_visits where company_id = ${company} order by id limit 1`,
  'waiting_list.place': `select token from waiting_list_places order by id limit 1`,
  'booking_links.enter': `select token from booking_links_links where is_on and max_uses is null order by id limit 1`,
  'landing_pages.public': `select 'ore' as page`,
  'toolbox_meetings.sign': `select token from toolbox_meetings_meetings where company_id = ${company} and closed_at is null order by id limit 1`,
  'learning.course': `select id as participation from learning_participations where membership_id = ${participant} order by id limit 1`,
  'learning.richtext': `select p.id as participation, a.id as activity from learning_participations p
     join learning_activities a on a.version_id = p.version_id and a.type = 'richtext'
     where p.membership_id = ${participant} and p.status <> 'registered' order by p.id, a.id limit 1`,
  'learning.quiz': `select p.id as participation, a.id as activity from learning_participations p
     join learning_activities a on a.version_id = p.version_id and a.type = 'quiz'
     where p.membership_id = ${participant} and p.status <> 'registered' order by p.id, a.id limit 1`,
  'learning.attempt_result': attempt,
  'learning.attempt_feedback': attempt,
  'learning.insights': `select id as participation from learning_participations
     where membership_id = ${participant} and status <> 'registered' order by id limit 1`,
  'learning.insights_attempt': attempt,
  'learning.withdraw_question': `select min(id) as question from learning_questions where company_id is null`,
  'learning.edit_course': course,
  'learning.edit_richtext': activity('richtext'),
  'learning.edit_activity': activity('external'),
  'learning.edit_quiz': activity('quiz'),
  'learning.edit_evaluation': activity('evaluation'),
  'learning.edit_question': `select course_id as course, split_part(key, '/', 1) as activity, split_part(key, '/', 2) as question
     from learning_questions where company_id is null order by id limit 1`,
  'people.profile': `select ${participant} as participant`,
  'companies.profile': `select ${company} as id`,
  'companies.settings': `select ${company} as id`,
  'companies.plugins': `select ${company} as id`,
  'registration.fields': `select ${company} as id`,
  'directory.settings': `select ${company} as id`,
  'lti.platforms': `select ${company} as id`,
  'external_courses.course': `select id as course from external_courses_courses where company_id = ${company} order by id limit 1`,
  'support.article': `select 'people' as plugin, 'people' as article`,
  'groups.group': `select id as group from groups_groups where company_id = ${company} order by id limit 1`,
  'direct_access.visits': `select id as entrance from direct_access_entrances where company_id = ${company} and kind = 'project' order by id limit 1`,
  'direct_access.crew': `select id as entrance from direct_access_entrances where company_id = ${company} and kind = 'project' order by id limit 1`,
  'direct_access.poster': `select id as entrance from direct_access_entrances where company_id = ${company} and kind = 'project' order by id limit 1`,
  'exams.edit': `select id as exam from exams_exams order by id limit 1`,
  'exams.moment': `select moment_id as moment from exams_entries where company_id = ${company} order by id limit 1`,
  'exams.day': `select moment_id as moment from exams_entries where key = 'demo:room' order by id limit 1`,
  'exams.candidate': `select id as entry from exams_entries where membership_id = ${participant} order by id limit 1`,
  'booking.own': `select id from booking_bookings where company_id = ${company} order by id limit 1`,
  'booking.change': `select id from booking_bookings where company_id = ${company} order by id limit 1`,
  'flows.flow': `select id as flow from flows_flows where company_id = ${company} order by id limit 1`,
  'flows.booking': `select id as flow from flows_flows where company_id = ${company} order by id limit 1`,
  'proctoring.evidence': `select min(attempt_id) as attempt from proctoring_recordings`,
  'proctoring.view': `select membership_id as userid, activity_id, attempt_id as attempt from proctoring_recordings order by id limit 1`,
  'booking_links.link': `select id as link from booking_links_links order by id limit 1`,
  'evaluations.view': `select course_id as course from evaluations_second order by id limit 1`,
  'marketing.campaign': `select id as campaign from marketing_campaigns order by id limit 1`,
  'landing_pages.edit': `select 'ore' as pagina`,
  'toolbox_meetings.meeting': `select id as meeting from toolbox_meetings_meetings where company_id = ${company} order by id limit 1`,
  'mails.text': `select 'invoices.mail.invoice' as trigger`,
}

/** The address of a page with demo data. @throws Error if a parameter has no value */
export async function addressOf(client: Client, { name, path }: { name: string; path: string }): Promise<string> {
  const query = QUERIES[name]
  const row = query ? ((await client.query(query)).rows[0] as Record<string, unknown> | undefined) : {}
  if (!row) throw new Error(`${name}: the demo has no row for it`)
  const rest = new URLSearchParams(Object.entries(row).map(([key, value]) => [key, String(value)]))
  const filled = path.replaceAll(/\/:(\w+)(\??)/g, (_, key: string, optional: string) => {
    const value = rest.get(key)
    rest.delete(key)
    if (value === null && !optional) throw new Error(`${name}: no value for ${key}`)
    return value === null ? '' : `/${value}`
  })
  return (filled || '/') + (rest.size ? `?${rest}` : '')
}
