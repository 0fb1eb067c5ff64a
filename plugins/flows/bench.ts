import type { BenchClient, PluginBench, Scenario, ScenarioTools } from '#core/contract/bench'

/** The first two are for the caches: the measurement runs twice before it counts. `FLOWS_BENCH_PEOPLE` makes the last smaller. */
const SIZES = [200, 200, Number(process.env.FLOWS_BENCH_PEOPLE ?? 100_000)]
/** Events at once; what one costs is a share of it. */
const EVENTS = 200
const COMPANY = 'bouwmeester'
/** What the issue asks: a due step reaches everybody within a minute of CPU, one event costs 5 ms. */
const [MOST_MS, MOST_PER_EVENT] = [60_000, 5]

type Sql = ScenarioTools['sql']

const definition = (a: number, b: number) => ({
  steps: [a, b].map((course) => ({ key: `c${course}`, course, due_days: 30, optional: false })),
  rules: [
    { step: `c${a}`, type: 'direct' },
    { step: `c${b}`, type: 'status', other: `c${a}`, when: 'opened' },
  ],
  ...{ finish: null, expired: 'restart', skip_held: true, repeat_months: null },
})

/** Courses that nobody is too young for. */
async function openCourses(client: BenchClient, sql: Sql): Promise<[number, number]> {
  const offered: { id: number }[] = (await client.get('/api/flows/options')).body.data.courses
  const adults = await sql('select distinct course_id from learning_course_versions where adults_only')
  const open = offered.map(({ id }) => id).filter((id) => !adults.some((row) => Number(row.course_id) === id))
  return [open[0]!, open[1]!]
}

/** A flow that is off, with so many people in it for whom nothing has started. */
async function flowOf(client: BenchClient, sql: Sql, name: string, people: number, skip: number) {
  const [a, b] = await openCourses(client, sql)
  const { body } = await client.post('/api/flows/flows', { name, active: false, groups: [], definition: definition(a, b) })
  await sql(
    `insert into flows_people (company_id, flow_id, membership_id, version, origin, joined_on)
     select m.company_id, $1, m.id, 1, 'hand', current_date
       from core_memberships m join core_companies c on c.id = m.company_id join core_users u on u.id = m.user_id
      where c.login_id = $2 and m.role = 'leerling' and u.email like 'bench%' order by m.id offset $3 limit $4`,
    [body.data.id, COMPANY, skip, people],
  )
  return body.data as { id: number; name: string; definition: object; updated_at: string }
}

/** Switches a flow on, which has everybody in it looked at by a job, and waits until that is done. */
async function bringForward(
  client: BenchClient,
  sql: Sql,
  { id, name, definition: own, updated_at: version }: Awaited<ReturnType<typeof flowOf>>,
) {
  const sent = { name, active: true, groups: [], definition: own, move: false, updated_at: version }
  const { status } = await client.put(`/api/flows/flows/${id}`, sent)
  if (status !== 200) throw new Error(`The flow was not switched on: ${status}`)
  await until(async () => {
    const [row] = await sql('select 1 from flows_people where flow_id = $1 and look_on is not null limit 1', [id])
    return row === undefined
  })
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 200))
}

/** Nothing is on its way any more: no event, no job. */
const quiet = (sql: Sql) =>
  until(async () => {
    const [row] = await sql(
      `select 1 from core_outbox where relayed_at is null and failed_at is null
       union all select 1 from pgboss.job where state < 'completed' and name not like '\\_\\_pgboss%' and start_after <= now() limit 1`,
    )
    return row === undefined
  })

async function many(tools: ScenarioTools, client: BenchClient): Promise<Scenario> {
  const { sql } = tools
  const flows: Awaited<ReturnType<typeof flowOf>>[] = []
  for (const [index, size] of SIZES.entries()) flows.push(await flowOf(client, sql, `Meting ${index}`, size, index ? 0 : size))
  await tools.settle('flows_people', 'core_memberships')
  let turn = 0
  return {
    name: `flows: a due step of ${SIZES.at(-1)!} people, until each has the course`,
    ...{ aim: MOST_MS, people: 1, times: 1 },
    run: () => bringForward(client, sql, flows[turn++]!),
    async check() {
      const [row] = await sql(
        `select count(*)::int as people, count(s.participation_id)::int as started
           from flows_people p left join flows_steps s on s.company_id = p.company_id and s.person_id = p.id where p.flow_id = $1`,
        [flows.at(-1)!.id],
      )
      if (row!.people !== row!.started) throw new Error(`${row!.started} of ${row!.people} have the course`)
      // What it set going is no part of the next measurement.
      await quiet(sql)
      return `${row!.started} of ${row!.people} have the course; mails are written afterwards by jobs`
    },
  }
}

/** So many people open their course; in a flow that starts the next one. */
async function events({ sql }: ScenarioTools, client: BenchClient, kind: 'in a flow' | 'in no flow', skip: number): Promise<Scenario> {
  const [a] = await openCourses(client, sql)
  const groups: number[][] = []
  for (let turn = 0; turn < 3; turn++) {
    const from = skip + turn * EVENTS
    if (kind === 'in a flow') {
      const flow = await flowOf(client, sql, `Meting ${kind} ${turn}`, EVENTS, from)
      await bringForward(client, sql, flow)
    }
    const rows = await sql(
      `select m.id from core_memberships m join core_companies c on c.id = m.company_id join core_users u on u.id = m.user_id
        where c.login_id = $1 and m.role = 'leerling' and u.email like 'bench%' order by m.id offset $2 limit $3`,
      [COMPANY, from, EVENTS],
    )
    const members = rows.map(({ id }) => Number(id))
    if (kind === 'in no flow')
      await sql(
        `insert into learning_participations (company_id, membership_id, course_id, version_id, source)
         select m.company_id, m.id, $1, (select max(id) from learning_course_versions where course_id = $1 and published_at is not null), 'assigned'
           from core_memberships m where m.id = any($2::bigint[]) on conflict do nothing`,
        [a, members],
      )
    groups.push(members)
  }
  await quiet(sql)
  let turn = 0
  return {
    name: `flows: ${EVENTS} people ${kind} open their course (one event is 1/${EVENTS} of it)`,
    ...{ aim: EVENTS * MOST_PER_EVENT, people: 1, times: 1 },
    async run() {
      await sql(
        `with opened as (
           update learning_participations set status = 'busy', language = 'nl', started_at = now()
            where membership_id = any($1::bigint[]) and course_id = $2 and status = 'registered' returning *)
         insert into core_outbox (company_id, kind, name, payload)
           select company_id, 'event', 'learning.participation.started', jsonb_build_object('participationId', id, 'membershipId', membership_id,
                  'courseId', course_id, 'courseVersionId', version_id, 'courseName', '{"nl":"Meting"}'::jsonb, 'language', 'nl',
                  'startedAt', now(), 'expiresAt', null) from opened`,
        [groups[turn++]!, a],
      )
      await quiet(sql)
    },
  }
}

/** What a due step of very many people costs, and one event of one person. */
const bench: PluginBench = {
  prepare: async () => [],
  async scenarios(tools) {
    await tools.addPeople(COMPANY, SIZES.at(-1)! + SIZES[0]! + 6 * EVENTS)
    const client = await tools.signIn(`beheerder@${COMPANY}.example`, COMPANY)
    const past = SIZES.at(-1)! + SIZES[0]!
    // First what few people cost: the tables are full afterwards.
    const few = [await events(tools, client, 'in no flow', past), await events(tools, client, 'in a flow', past + 3 * EVENTS)]
    return [...few, await many(tools, client)]
  },
}

export default bench
