import type { BenchClient, PluginBench, Scenario, ScenarioTools } from '#core/contract/bench'

/** The small company runs first, to warm the caches: a scenario runs twice before it is measured. */
const WARM = { company: 'noordwind', people: 1_000 }
const MEASURED = { company: 'bouwmeester', people: 100_000 }
/** The limits of the issue: a minute of CPU for everybody, 5 ms for one event. */
const ALL_MS = 60_000
const EVENT_MS = 5
const EVENTS = 500
/** People who are in no flow: their events show the cost of the queue alone. */
const OUTSIDE = 2_000

/** The day in the companies' time zone, as the clock's job sees it. The database is in UTC, an hour or two behind. */
const TODAY = `(now() at time zone 'Europe/Amsterdam')::date`

const BASE = '/api/flows/flows'
const LEARNING = ['learning_participations', 'learning_participation_history', 'learning_access_ends', 'certificates_next_ends']
const TELLS = ['flows.steps.started', 'learning.participation.registered']

function fine<B>(what: string, { status, body }: { status: number; body: B }, wanted = 200): B {
  if (status !== wanted) throw new Error(`${what} answered ${status} ${JSON.stringify(body).slice(0, 300)}`)
  return body
}

/** Waits until a query returns nothing. Polls once a second, so that polling costs next to nothing. */
async function none({ sql }: ScenarioTools, query: string, values: readonly unknown[]): Promise<void> {
  while ((await sql(`${query} limit 1`, values)).length) await new Promise((resolve) => setTimeout(resolve, 1000))
}

interface Prepared {
  supervisor: BenchClient
  id: number
  version: string
  body: object
}

/**
 * Each person passed two trainings before. Inserted without triggers, like a restored backup; then analyzed, so that the statistics are
 * those of a database in use.
 */
async function history({ sql }: ScenarioTools, company: string, courses: readonly unknown[]): Promise<void> {
  await sql(`set session_replication_role = replica`)
  await sql(
    `insert into learning_participations (company_id, membership_id, course_id, version_id, status, language, registered_at, started_at, finished_at)
     select m.company_id, m.id, v.course_id, v.id, 'passed', 'nl', now() - interval '2 years', now() - interval '2 years', now() - interval '23 months'
       from core_memberships m join core_companies c on c.id = m.company_id join core_users u on u.id = m.user_id and u.email like 'bench%',
            (select distinct on (course_id) course_id, id from learning_course_versions where course_id = any($2::bigint[]) order by course_id, number desc) v
      where c.login_id = $1 and m.role = 'leerling'`,
    [company, courses],
  )
  await sql(`set session_replication_role = origin`)
}

/** A flow of three trainings, not active yet, with this many participants of a company in it. */
async function prepare(tools: ScenarioTools, { company, people }: typeof WARM): Promise<Prepared> {
  const { sql } = tools
  await tools.addPeople(company, people + OUTSIDE)
  const courses = await sql(
    `select c.id from learning_courses c where c.status = 'available' and not exists (
       select 1 from learning_course_versions v where v.course_id = c.id and (v.adults_only or v.published_at is null)) order by c.id limit 5`,
  )
  await history(
    tools,
    company,
    courses.slice(3).map(({ id }) => id),
  )
  const [a, b, c] = courses.map(({ id }) => ({ key: `c${String(id)}`, course: Number(id), due_days: 30, optional: false }))
  const rules = [
    { step: a!.key, type: 'direct' },
    { step: b!.key, type: 'status', other: a!.key, when: 'finished' },
    { step: c!.key, type: 'relative', other: b!.key, when: 'finished', days: 14 },
  ]
  const definition = { steps: [a, b, c], rules, finish: null, expired: 'restart', skip_held: true, repeat_months: null }
  const body = { name: 'Meting', active: false, groups: [], definition }
  const supervisor = await tools.signIn(`beheerder@${company}.example`, company)
  const { id, updated_at: version } = fine('the flow', await supervisor.post(BASE, body), 201).data
  await sql(
    `insert into flows_people (company_id, flow_id, membership_id, version, origin, joined_on, look_on)
       select m.company_id, $1, m.id, 1, 'hand', ${TODAY}, ${TODAY} from core_memberships m join core_companies c on c.id = m.company_id
        where c.login_id = $2 and m.role = 'leerling' order by m.id limit $3`,
    [id, company, people],
  )
  await tools.settle('flows_people', 'flows_steps', ...LEARNING)
  return { supervisor, id, version, body }
}

/**
 * Marks the inserted rows as old events, so that no plugin reads them. The clock would otherwise replay them a few minutes after the start,
 * in the middle of the measurement.
 */
async function noReplays({ sql, ...tools }: ScenarioTools): Promise<void> {
  await sql(`
    create function bench_no_replay() returns trigger language plpgsql as $$ begin return null; end $$;
    grant execute on function bench_no_replay() to public;
    create trigger bench_no_replay before insert on core_replays for each row execute function bench_no_replay()`)
  await none({ sql, ...tools }, 'select 1 from core_replays where finished_at is null', [])
}

/**
 * Activating a flow starts its first step for everybody in it, through the clock's job. Its consequences (mails, reports) are other
 * plugins' work: its events are written but not delivered.
 */
async function startsForAll(tools: ScenarioTools): Promise<{ scenario: Scenario; flow: Prepared }> {
  const { sql } = tools
  await noReplays(tools)
  const flows = [await prepare(tools, WARM), await prepare(tools, MEASURED)]
  const stuckOrDue = `select 1 from flows_people where flow_id = $1 and look_on <= ${TODAY}`
  const activate = async ({ supervisor, id, version, body }: Prepared) => {
    fine('activating', await supervisor.put(`${BASE}/${id}`, { ...body, active: true, move: false, updated_at: version }))
    await none(tools, stuckOrDue, [id])
  }
  const names = TELLS.map((name) => `'${name}'`).join()
  await sql(`
    create function bench_undelivered() returns trigger language plpgsql as $$
      begin new.relayed_at = now(); return new; end $$;
    grant execute on function bench_undelivered() to public;
    create trigger bench_undelivered before insert on core_outbox for each row when (new.name in (${names})) execute function bench_undelivered()`)
  let runs = 0
  const scenario: Scenario = {
    name: `a step that starts for ${MEASURED.people} people`,
    aim: ALL_MS,
    people: 1,
    times: 1,
    async run() {
      const flow = flows[runs === 0 ? 0 : 1]!
      runs += 1
      // The second run also warms the caches: the flow of the large company is active from the third run on.
      if (runs !== 2) await activate(flow)
    },
    async check() {
      await sql('drop trigger bench_undelivered on core_outbox; drop function bench_undelivered()')
      const [seen] = await sql(
        `select count(*)::int as people, count(*) filter (where m.status = 'active')::int as active,
                (select count(*)::int from flows_steps s join flows_people p on p.id = s.person_id where p.flow_id = $1 and s.started_on is not null) as steps,
                (select count(*)::int from learning_participations l join flows_people p on p.membership_id = l.membership_id
                  where p.flow_id = $1 and l.source = 'flow') as courses
           from flows_people p join core_memberships m on m.id = p.membership_id where p.flow_id = $1`,
        [flows[1]!.id],
      )
      // Otherwise the database vacuums while events are measured.
      await tools.settle('core_outbox', 'flows_people', 'flows_steps', 'flows_history', ...LEARNING)
      const { people, active, steps, courses } = seen as Record<string, number>
      if (steps! < active! || courses! < steps!) throw new Error(`Steps and courses: ${JSON.stringify(seen)}`)
      return `${people} people, ${steps} started, the others are not active`
    },
  }
  return { scenario, flow: flows[1]! }
}

/**
 * One event for each of many people, from the outbox to the end of its only listener.
 * @param who SQL: their memberships
 */
function events({ sql, ...tools }: ScenarioTools, name: string, aim: number, who: string): Scenario {
  // Found while warming up: finding them among everybody costs more than some events.
  let people: Record<string, unknown>[] | undefined
  return {
    name: `${EVENTS} events of people ${name}`,
    ...{ aim, people: 1, times: 1 },
    async run() {
      people ??= await sql(`select m.id, m.company_id as company from (${who}) m order by m.id limit 3 * $1::int`, [EVENTS])
      await sql(
        `insert into core_outbox (company_id, kind, name, payload)
           select m.company, 'event', 'external_courses.course.saved',
                  jsonb_build_object('courseId', 0, 'membershipId', m.id, 'name', 'Meting', 'passed', false, 'day', current_date, 'validUntil', null)
             from jsonb_to_recordset($1::jsonb) as m(id bigint, company bigint)`,
        [JSON.stringify(people.splice(0, EVENTS))],
      )
      const waits = `select 1 from core_outbox where relayed_at is null and name = 'external_courses.course.saved' union all
        select 1 from pgboss.job where name = 'core.listener' and state < 'completed' and data->>'event' = 'external_courses.course.saved'`
      await none({ sql, ...tools }, `select 1 from (${waits}) w`, [])
    },
  }
}

/** A due step for 100,000 people, and one event of one of them. */
const bench: PluginBench = {
  prepare: async () => [],
  async scenarios(tools) {
    const { scenario, flow } = await startsForAll(tools)
    // Then flows is the only listener of the event.
    await tools.sql(`update core_companies set plugins = array_remove(plugins, 'skills') where login_id = $1`, [MEASURED.company])
    const inFlow = `select membership_id from flows_people where flow_id = ${flow.id}`
    const all = `select m.id, m.company_id from core_memberships m join core_companies c on c.id = m.company_id and c.login_id = '${MEASURED.company}'
      where m.role = 'leerling' and m.id`
    return [
      scenario,
      events(tools, 'in no flow (what the queue costs)', EVENTS * EVENT_MS, `${all} not in (${inFlow})`),
      events(tools, 'in that flow', EVENTS * EVENT_MS, `${all} in (${inFlow})`),
    ]
  },
}

export default bench
