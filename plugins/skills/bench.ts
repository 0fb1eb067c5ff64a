import type { Asked, PluginBench, ScenarioTools } from '#core/contract/bench'

const LITTLE = { company: 'noordwind', people: 1_000 }
const MUCH = { company: 'bouwmeester', people: 20_000 }
const SKILLS = 25
const MAX_RATIO = 1.5

/** Everybody needs every skill; one in three has it, each until a different day in the coming year. */
async function fill({ sql, addPeople }: ScenarioTools, { company, people }: typeof LITTLE): Promise<void> {
  await addPeople(company, people)
  await sql(
    `with s as (
       insert into skills_skills (company_id, name, everybody)
       select c.id, 'Vaardigheid ' || n, true from core_companies c, generate_series(1, ${SKILLS}) n where c.login_id = $1 returning id, company_id)
     insert into skills_cells (company_id, membership_id, skill_id, required, origin, valid_until)
     select s.company_id, m.id, s.id, true, case when has then 'course' end, case when has then current_date + ((m.id * s.id) % 400)::int - 30 end
       from s join core_memberships m on m.company_id = s.company_id and m.role = 'leerling', lateral (select (m.id + s.id) % 3 = 0 as has) h`,
    [company],
  )
}

const PLANNING: Asked = [
  ['the planning as it opens', ''],
  ['the last that ends', 'sort=-by'],
  ['what ends within 30 days', 'ends=next30'],
  ['what is missing', 'state=missing'],
  ['a person searched', 'search=ravenstein'],
  ['the same of a common name', 'search=sanne'],
  ['a page that somebody types', 'page=40'],
]
const MATRIX: Asked = [
  ['the matrix as it opens', 'per_page=50'],
  ['people far down in it', 'per_page=50&page=15'],
  ['who has something that ended', 'per_page=50&state=ended'],
  ['a person searched in the matrix', 'per_page=50&search=ravenstein'],
]

/** Skills with twenty times as many people. */
const bench: PluginBench = {
  prepare: async () => [],

  async ratios(tools) {
    for (const size of [LITTLE, MUCH]) await fill(tools, size)
    await tools.settle('skills_cells', 'skills_skills')
    const sizes = { little: LITTLE.company, much: MUCH.company, most: MAX_RATIO }
    return [...(await tools.compare('/api/skills/gaps', PLANNING, sizes)), ...(await tools.compare('/api/skills/matrix', MATRIX, sizes))]
  },
}

export default bench
