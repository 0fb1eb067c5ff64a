import type { PluginBench, Ratio, ScenarioTools } from '#core/contract/bench'
import { LIST_OWN } from './server/services/my_trainings_statement.js'

const trainings = '/api/learning/participations'

/** A quiz with ten questions and unlimited attempts. */
const QUIZ = { course: 'tillen-en-dragen', key: 'eindtoets', questions: 10 }

/** Puts a person right before the quiz, with every earlier step done. @returns the address of its attempts */
async function before(sql: ScenarioTools['sql'], email: string): Promise<{ attempts: string; reset: () => Promise<unknown> }> {
  await sql(
    `insert into learning_participations (company_id, membership_id, course_id, version_id, status, language, started_at)
     select m.company_id, m.id, c.id, v.id, 'busy', 'nl', now()
       from core_users u join core_memberships m on m.user_id = u.id
       cross join learning_courses c join learning_course_versions v on v.course_id = c.id
      where u.email = $1 and c.shortname = $2 order by v.number desc limit 1
     on conflict (company_id, membership_id, course_id) where status in ('registered', 'planned', 'busy')
     do update set status = 'busy', language = 'nl', expires_at = null`,
    [email, QUIZ.course],
  )
  const [found] = await sql(
    `select p.id, a.id as activity, a.position
       from learning_participations p join core_memberships m on m.id = p.membership_id join core_users u on u.id = m.user_id
       join learning_courses c on c.id = p.course_id join learning_activities a on a.version_id = p.version_id
      where u.email = $1 and c.shortname = $2 and a.key = $3 and p.status = 'busy'`,
    [email, QUIZ.course, QUIZ.key],
  )
  const { id, activity, position } = found!
  await sql(
    `insert into learning_activity_states (company_id, participation_id, activity_id, status, finished_at)
     select p.company_id, p.id, a.id, 'finished', now() from learning_participations p join learning_activities a on a.version_id = p.version_id
      where p.id = $1 and a.position < $2 on conflict do nothing`,
    [id, position],
  )
  const reset = () =>
    sql(`update learning_activity_states set status = 'doing', finished_at = null where participation_id = $1 and activity_id = $2`, [
      id,
      activity,
    ])
  return { attempts: `${trainings}/${String(id)}/activities/${String(activity)}/attempts`, reset }
}

const fine = (what: string, { status, body }: { status: number; body: unknown }) => {
  if (status !== 200) throw new Error(`${what} answered ${status} ${JSON.stringify(body)}`)
}

/**
 * `LITTLE` has a hundredth of the people of `MUCH`. With `OTHERS`, a thousand more companies, that makes 200,000 people with a million
 * courses.
 */
const LITTLE = { company: 'noordwind', people: 1_000 }
const MUCH = { company: 'bouwmeester', people: 100_000 }
const OTHERS = { companies: 1_000, people: 100 }
const COURSES = 40
const EACH = 5
/** The largest ratio that the issue allows for /totaal. */
const MAX_RATIO = 1.5
const TOTALS = '/api/learning/totals'

/** Inserts people and their courses like a restored backup: without triggers, followed by the nightly count. */
async function fill({ sql, settle }: ScenarioTools): Promise<void> {
  await sql(`set session_replication_role = replica; set maintenance_work_mem = '512MB'`)
  await sql(
    `insert into core_companies (login_id, name, legal_name, sender_name, primary_color, secondary_color, plugins)
     select 'much-' || n, 'Bedrijf ' || n, 'Bedrijf', 'Bedrijf', '#2F4858', '#7A8B99',
            (select plugins from core_companies where login_id = $1) from generate_series(1, $2::int) n`,
    [MUCH.company, OTHERS.companies],
  )
  const sizes = `select id, case login_id when '${LITTLE.company}' then ${LITTLE.people} when '${MUCH.company}' then ${MUCH.people} else ${OTHERS.people} end as people
                   from core_companies where login_id in ('${LITTLE.company}', '${MUCH.company}') or login_id like 'much-%'`
  await sql(
    `with added as (
       insert into core_users (email, firstname, lastname)
       select 'much.' || c.id || '.' || n || '@much.example', 'Voornaam' || n % 97, 'Achternaam' || n % 9973
         from (${sizes}) c cross join generate_series(1, c.people) n returning id, email, firstname, lastname)
     insert into core_memberships (company_id, user_id, role, status, firstname, lastname, email)
     select split_part(email, '.', 2)::bigint, id, case when id % 50 = 0 then 'beheerder' else 'leerling' end,
            case when id % 23 = 0 then 'inactive' else 'active' end, firstname, lastname, email from added`,
  )
  await sql(
    `insert into learning_courses (shortname, sector, type, status)
     select 'much-' || n, 'industry', 'e-learning', 'available' from generate_series(1, $1::int) n`,
    [COURSES],
  )
  await sql(
    `insert into learning_course_versions (course_id, number, content_hash, name, description, languages, duration_minutes, access_days, passed_grade, published_at)
     select id, 1, shortname, jsonb_build_object('nl', 'Training ' || shortname, 'en', 'Course ' || shortname), '{"nl": "", "en": ""}', '{nl,en}', 60, 365, 70, now()
       from learning_courses where shortname like 'much-%'`,
  )
  await sql(
    `insert into learning_participations (company_id, membership_id, course_id, version_id, status, due_at, mandatory, expires_at)
     select m.company_id, m.id, c.id, c.version_id,
            (array['registered','busy','passed','passed','busy','passed','failed','registered','passed','expired'])[1 + (m.id * 7 + k) % 10],
            case when (m.id + k) % 3 = 0 then current_date + ((m.id * 7 + k) % 60)::int - 10 end, (m.id + k) % 2 = 0, now() + interval '30 days'
       from core_memberships m cross join generate_series(0, $1::int - 1) k
       join (select c.id, v.id as version_id, row_number() over (order by c.id) - 1 as n
               from learning_courses c join learning_course_versions v on v.course_id = c.id where c.shortname like 'much-%') c
         on c.n = (m.id * 3 + k) % $2
      where m.email like 'much.%@much.example' and m.role = 'leerling'`,
    [EACH, COURSES],
  )
  await sql(`set session_replication_role = origin; delete from learning_course_counts`)
  await sql(
    `insert into learning_course_counts (company_id, course_id, due_at, people, passed, due)
     select p.company_id, p.course_id, d.due_at, count(*), count(*) filter (where p.status = 'passed'), count(d.due_at)
       from learning_participations p join core_memberships m on m.id = p.membership_id and m.role = 'leerling' and m.state = 'active'
       cross join lateral (select case when p.status in ('registered', 'planned', 'busy') then p.due_at end as due_at) d
      where p.current and p.status <> 'cancelled' group by p.company_id, p.course_id, d.due_at`,
  )
  await settle('core_users', 'core_memberships', 'learning_participations', 'learning_course_counts')
}

/** Adds an attempt with ten answers to every participation: ten million answers. */
async function answers({ sql, settle }: ScenarioTools): Promise<void> {
  await sql(`set session_replication_role = replica`)
  await sql(
    `insert into learning_attempts (company_id, participation_id, activity_id, number, status, grade, submitted_at)
     select p.company_id, p.id, (select min(id) from learning_activities where type = 'quiz'), 1, 'passed', 80, now()
       from learning_participations p join learning_courses c on c.id = p.course_id where c.shortname like 'much-%'`,
  )
  await sql(
    `insert into learning_attempt_questions (company_id, attempt_id, question_id, position, answer_order, given, correct, saved_at)
     select a.company_id, a.id, q.id, q.position, '{a,b,c,d}', '{a}', a.id % 3 <> 0, now()
       from learning_attempts a join learning_participations p on p.id = a.participation_id join learning_courses c on c.id = p.course_id
      cross join (select id, row_number() over (order by id) as position from learning_questions order by id limit 10) q
      where c.shortname like 'much-%'`,
  )
  await sql('set session_replication_role = origin')
  await settle('learning_attempts', 'learning_attempt_questions')
}

/** Fills the database once, when it is first needed. */
let filled: Promise<void> | undefined

/** The most frequent requests of a participant's browser: the list, a course, and saving an answer. */
const bench: PluginBench = {
  async prepare(client) {
    const { data } = (await client.get(trainings)).body as { data: { id: number; name: string }[] }
    const course = data.find(({ name }) => name === 'Introductie offshore wind')!
    const page = `${trainings}/${course.id}`
    await client.post(`${page}/language`, { language: 'nl' })
    for (;;) {
      const { modules, next_activity: next } = (await client.get(page)).body.data
      const step = modules
        .flatMap(({ activities }: { activities: { id: number; type: string }[] }) => activities)
        .find(({ id }: { id: number }) => id === next)
      if (step.type !== 'quiz') {
        await client.post(`${page}/activities/${step.id}/complete`)
        continue
      }
      const attempt = (await client.post(`${page}/activities/${step.id}/attempts`)).body.data.id
      const [question] = (await client.get(`/api/learning/attempts/${attempt}`)).body.data.questions
      return [
        { name: 'list of /deelnemer/trainingen', method: 'GET', path: trainings, bareSql: LIST_OWN },
        { name: 'a course page', method: 'GET', path: page },
        {
          name: 'an answer saved',
          method: 'PUT',
          path: `/api/learning/attempts/${attempt}/answers/${question.id}`,
          body: { answers: [question.answers[0].key] },
        },
      ]
    }
  },

  async scenarios({ people, sql }) {
    const places: Awaited<ReturnType<typeof before>>[] = []
    for (const { email } of people) places.push(await before(sql, email))
    return [
      {
        name: `a whole attempt: start, ${QUIZ.questions} answers, submit`,
        aim: 12,
        async run(client, person) {
          const { attempts, reset } = places[person]!
          const started = await client.post(attempts)
          fine('the start', started)
          const attempt = `/api/learning/attempts/${started.body.data.id}`
          const { questions } = (await client.get(attempt)).body.data
          if (questions.length !== QUIZ.questions) throw new Error(`There are ${questions.length} questions`)
          for (const { id, answers } of questions)
            fine('an answer', await client.put(`${attempt}/answers/${id}`, { answers: [answers[0].key] }))
          const submitted = await client.post(`${attempt}/submit`)
          fine('the submission', submitted)
          // It passed by chance; the next attempt needs an open quiz.
          if (submitted.body.data.status === 'passed') await reset()
        },
      },
    ]
  },

  async growth(tools) {
    const person = await tools.signIn(`leerling@${MUCH.company}.example`, MUCH.company)
    const { data } = (await person.get(trainings)).body as { data: { id: number; language: string | null }[] }
    const { id } = data.find(({ language }) => language)!
    const supervisor = await tools.signIn(`beheerder@${MUCH.company}.example`, MUCH.company)
    return {
      asked: [
        { name: 'list of /deelnemer/trainingen', path: trainings, client: person },
        { name: 'a course page', path: `${trainings}/${id}`, client: person },
        { name: 'what a supervisor sees of it', path: `/api/learning/insights/${id}`, client: supervisor },
      ],
      most: MAX_RATIO,
      grow: async () => {
        await (filled ??= fill(tools))
        await answers(tools)
      },
    }
  },

  async ratios(tools) {
    await (filled ??= fill(tools))
    const little = await tools.signIn(`beheerder@${LITTLE.company}.example`, LITTLE.company)
    const much = await tools.signIn(`beheerder@${MUCH.company}.example`, MUCH.company)
    const admin = await tools.signIn('admin@platform.example')
    const [{ id }] = (await tools.sql(`select id from learning_courses where shortname = 'much-7'`)) as [{ id: number }]
    const of = (name: string, path: string): Ratio[] => [
      { name, path, little, much, most: MAX_RATIO },
      { name: `${name}, of all companies`, path, little, much: admin, most: MAX_RATIO },
    ]
    return [
      ...of('/totaal: its heading', `${TOTALS}/columns`),
      ...of('/totaal: its heading, of one course', `${TOTALS}/columns?course=${id}`),
      ...of('/totaal: its heading, of those who are late', `${TOTALS}/columns?overdue=true`),
      ...of('/totaal: its first page', TOTALS),
    ]
  },
}

export default bench
