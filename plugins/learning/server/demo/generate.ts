import { parseArgs } from 'node:util'
import db from '@adonisjs/lucid/services/db'

/** Steps of a generated course: texts, and a quiz as the fourth. */
const STEPS = 6
const QUIZ = 4
const QUESTIONS = 20
const ASKED = 10
/** Companies filled per statement, which limits the size of each statement. */
const COMPANIES = 25

export interface Amounts {
  participations: number
  answers: number
  courses: number
}

/** Creates courses for volume: published, of the platform, with texts and a quiz each. */
async function makeCourses(count: number): Promise<void> {
  await db.rawQuery(
    `insert into learning_courses (shortname, sector, type, status)
     select 'gen-' || lpad(n::text, 4, '0'), 'industry', 'e-learning', 'available' from generate_series(1, ?::int) n`,
    [count],
  )
  await db.rawQuery(
    `insert into learning_course_versions (course_id, number, content_hash, name, description, languages, duration_minutes, access_days, passed_grade, published_at)
     select id, 1, shortname, jsonb_build_object('nl', 'Training ' || shortname, 'en', 'Course ' || shortname), '{"nl": "", "en": ""}', '{nl,en}', 60, 365, 70, now()
       from learning_courses where shortname like 'gen-%'`,
  )
  const VERSIONS = `learning_course_versions v join learning_courses c on c.id = v.course_id and c.shortname like 'gen-%'`
  await db.rawQuery(
    `insert into learning_modules (version_id, key, position, title) select v.id, 'm', 1, '{"nl": "Module", "en": "Module"}' from ${VERSIONS}`,
  )
  await db.rawQuery(
    `insert into learning_activities (version_id, module_id, key, type, position, title, minutes, settings)
     select v.id, m.id, 'step-' || n, case when n = ${QUIZ} then 'quiz' else 'richtext' end, n,
            jsonb_build_object('nl', 'Stap ' || n, 'en', 'Step ' || n), 10,
            case when n = ${QUIZ} then jsonb_build_object('questions_per_attempt', ${ASKED}, 'pass_percentage', 70, 'max_attempts', 3,
              'days_until_new_attempts', 0, 'counts_for_progress', true, 'has_video', false, 'correct_answer_visible', true, 'feedback_visible', true)
            else '{}'::jsonb end
       from ${VERSIONS} join learning_modules m on m.version_id = v.id cross join generate_series(1, ${STEPS}) n`,
  )
  await db.rawQuery(
    `insert into learning_questions (course_id, key, type, text, answers, content_hash)
     select c.id, 'q' || n, 'single', jsonb_build_object('nl', 'Vraag ' || n, 'en', 'Question ' || n),
            '[{"key": "a", "correct": true, "text": {"nl": "Ja", "en": "Yes"}}, {"key": "b", "correct": false, "text": {"nl": "Nee", "en": "No"}}]', 'q' || n
       from learning_courses c cross join generate_series(1, ${QUESTIONS}) n where c.shortname like 'gen-%'`,
  )
  await db.rawQuery(
    `insert into learning_activity_questions (activity_id, question_id, position)
     select a.id, q.id, row_number() over (partition by a.id order by q.id)
       from ${VERSIONS} join learning_activities a on a.version_id = v.id and a.type = 'quiz' join learning_questions q on q.course_id = c.id`,
  )
}

/**
 * Creates the work of people in some companies: participations with states, attempts and answers. Computed from numbers, so the same each
 * time.
 */
async function makeWork(companies: number[], each: number, attempts: number): Promise<void> {
  await db.rawQuery(
    `with courses as (select c.id, v.id as version_id, row_number() over (order by c.id) - 1 as n, count(*) over () as total
                        from learning_courses c join learning_course_versions v on v.course_id = c.id where c.shortname like 'gen-%'),
          members as (select id, company_id from kit_memberships where company_id = any(?) and role = 'leerling')
     insert into learning_participations (company_id, membership_id, course_id, version_id, status, language, source, progress, grade,
                                          registered_at, started_at, expires_at, finished_at, due_at, mandatory)
     select m.company_id, m.id, c.id, c.version_id, s.status, case when s.status <> 'registered' then 'nl' end, 'assigned',
            case s.status when 'passed' then 100 when 'registered' then 0 else (m.id % 5) * 16 end,
            case when s.status in ('passed', 'failed') then 50 + (m.id + k) % 50 end,
            t.at, case when s.status <> 'registered' then t.at + interval '1 day' end,
            case when s.status <> 'registered' then case when s.status = 'expired' then now() - interval '3 days' else now() + ((m.id + k) % 300) * interval '1 day' end end,
            case when s.status in ('passed', 'failed') then t.at + interval '9 days' end,
            case when (m.id + k) % 3 = 0 then current_date + ((m.id * 7 + k) % 60)::int - 10 end, (m.id + k) % 2 = 0
       from members m cross join generate_series(0, ?::int - 1) k
       join courses c on c.n = (m.id * 3 + k) % c.total
       cross join lateral (select (array['registered','busy','passed','passed','busy','passed','failed','registered','passed','expired'])[1 + abs(hashint8(m.id * 31 + k)::bigint) % 10] as status) s
       cross join lateral (select now() - ((m.id * 5 + k * 11) % 300) * interval '1 day' - interval '20 days' as at) t`,
    [companies, each] as never[],
  )
  await db.rawQuery(
    `insert into learning_activity_states (company_id, participation_id, activity_id, status, grade, opened_at, finished_at)
     select p.company_id, p.id, a.id, case when a.type = 'quiz' and p.status = 'failed' then 'failed' else 'finished' end,
            case when a.type = 'quiz' then p.grade end, p.started_at, p.started_at + interval '1 hour'
       from learning_participations p join learning_activities a on a.version_id = p.version_id
      where p.company_id = any(?) and p.status <> 'registered'
        and a.position <= case p.status when 'passed' then ${STEPS} when 'failed' then ${QUIZ} else 1 + p.id % ${QUIZ} end`,
    [companies] as never[],
  )
  await db.rawQuery(
    `insert into learning_attempts (company_id, participation_id, activity_id, number, status, grade, started_at, submitted_at)
     select p.company_id, p.id, a.id, n, case when p.status = 'failed' or n < ?::int then 'failed' else 'passed' end, 50 + (p.id + n) % 50,
            p.started_at + n * interval '1 hour', p.started_at + n * interval '1 hour' + interval '10 minutes'
       from (select p.*, row_number() over (order by p.id) as rank from learning_participations p
              where p.company_id = any(?) and p.status <> 'registered') p
       join learning_activities a on a.version_id = p.version_id and a.type = 'quiz'
       cross join generate_series(1, ?::int + 1) n
      where n <= ?::int + case when p.rank % 100 < ?::int then 1 else 0 end`,
    [Math.ceil(attempts), companies, Math.floor(attempts), Math.floor(attempts), Math.round((attempts % 1) * 100)] as never[],
  )
  await db.rawQuery(
    `insert into learning_attempt_questions (company_id, attempt_id, question_id, position, answer_order, given, correct, saved_at)
     select t.company_id, t.id, q.question_id, q.position, '{a,b}', case when (t.id + q.position) % 4 = 0 then '{b}'::text[] else '{a}' end,
            (t.id + q.position) % 4 <> 0, t.submitted_at
       from learning_attempts t join learning_activity_questions q on q.activity_id = t.activity_id and q.position <= ${ASKED}
      where t.company_id = any(?)`,
    [companies] as never[],
  )
}

/**
 * Fills generated companies (`core.generate`) with courses and work in bulk, for measurements at scale. Deterministic; can run only once.
 * Runs in the system's scope.
 * @throws Error without generated companies, or when their courses already exist
 */
export async function generate({ participations, answers, courses }: Amounts): Promise<void> {
  const ids: number[] = (await db.from('kit_companies').where('login_id', 'like', 'gen-%').orderBy('id').select('id')).map(({ id }) => id)
  if (!ids.length) throw new Error('Run core.generate first: there are no generated companies.')
  if (await db.from('learning_courses').where('shortname', 'like', 'gen-%').first()) throw new Error('Generated courses are there already.')
  await makeCourses(courses)
  const [{ n }] = await db.from('kit_memberships').whereIn('company_id', ids).where('role', 'leerling').count('* as n')
  const each = Math.max(1, Math.min(courses, Math.round(participations / Number(n))))
  // Four in five have begun; each of them has this many attempts with ten answers.
  const attempts = answers / ASKED / (Number(n) * each * 0.8)
  for (let from = 0; from < ids.length; from += COMPANIES) await makeWork(ids.slice(from, from + COMPANIES), each, attempts)
}

/** `learning.generate --participations 1000000 --answers 10000000 --courses 40` */
export async function generateCommand(args: readonly string[]): Promise<void> {
  const option = (value: string) => ({ type: 'string' as const, default: value })
  const { values } = parseArgs({
    args: [...args],
    options: { participations: option('1000000'), answers: option('10000000'), courses: option('40') },
  })
  const amounts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)])) as unknown as Amounts
  if (Object.values(amounts).some((amount) => !Number.isInteger(amount) || amount < 1 || amount > 100_000_000)) {
    throw new Error('Usage: npm run plugin:command -- learning.generate --participations 1000000 --answers 10000000 --courses 40')
  }
  await generate(amounts)
}
