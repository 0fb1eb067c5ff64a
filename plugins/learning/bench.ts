import type { PluginBench, ScenarioTools } from '#core/contract/bench'
import { LIST_OWN } from './server/services/my_trainings_statement.js'

const trainings = '/api/learning/participations'

/** A quiz with ten questions and as many attempts as one likes. */
const QUIZ = { course: 'tillen-en-dragen', key: 'eindtoets', questions: 10 }

/** Puts a person before the quiz, everything in front of it done. @returns the address of its attempts */
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

/** What a participant's browser asks for most: the list, a course, and an answer that is saved. */
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
          // By luck; the next attempt needs a quiz that is open.
          if (submitted.body.data.status === 'passed') await reset()
        },
      },
    ]
  },
}

export default bench
