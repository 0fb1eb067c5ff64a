import type { Asked, PluginBench, ScenarioTools } from '#core/contract/bench'

const LITTLE = { company: 'noordwind', uses: 2_000 }
const MUCH = { company: 'bouwmeester', uses: 200_000 }
const MAX_RATIO = 1.5
const USES = '/api/contracts/uses'

/** Creates used places of the company's contracts, spread over its people, one in a hundred released. */
async function fill({ sql }: ScenarioTools, { company, uses }: typeof LITTLE): Promise<void> {
  await sql(
    `with people as (select m.id, row_number() over (order by m.id) - 1 as at, count(*) over () as n from core_memberships m
         join core_companies c on c.id = m.company_id where c.login_id = $1 and m.role = 'leerling'),
       terms as (select k.company_id, k.id, row_number() over (order by k.id) - 1 as at, count(*) over () as n from contracts_contracts k
         join core_companies c on c.id = k.company_id where c.login_id = $1),
       titles as (select course_id, row_number() over (order by course_id) - 1 as at, count(*) over () as n from learning_titles)
     insert into contracts_uses (company_id, contract_id, subject, course_id, membership_id, extra_cents, taken_at, started_at, given_back_at)
     select t.company_id, t.id, 'bench:' || s, o.course_id, p.id, case when s % 20 = 0 then 2500 else 0 end, at.taken,
            case when s % 3 > 0 then at.taken end, case when s % 100 = 0 then at.taken end
       from generate_series(1, $2::int) s
       join people p on p.at = s % p.n
       join terms t on t.at = s % t.n
       join titles o on o.at = s % o.n, lateral (select now() - make_interval(secs => s::float * 94600000 / $2::int) as taken) at`,
    [company, uses],
  )
}

const QUERIES: Asked = [
  ['consumption as it opens', ''],
  ['oldest first', 'sort=taken_at'],
  ['who began', 'only_started=true'],
  ['given back', 'state=given_back'],
  ['two states', 'state=waiting,given_back'],
  ['taken in the last 30 days', 'taken_at=last30'],
  ['a contract searched', 'search=raamcontract'],
  ['a course searched', 'search=hoogte'],
  ['what nobody has searched', 'search=qqxxzz'],
  // For both: past the end there is nothing to read.
  ['the deepest page that both have', 'page=80'],
]

/** The consumption of contracts with a hundred times as many places. */
const bench: PluginBench = {
  prepare: async () => [],

  async ratios(tools) {
    for (const size of [LITTLE, MUCH]) await fill(tools, size)
    await tools.settle('contracts_uses')
    return tools.compare(USES, QUERIES, { little: LITTLE.company, much: MUCH.company, most: MAX_RATIO })
  },
}

export default bench
