import type { Asked, PluginBench, Ratio, ScenarioTools } from '#core/contract/bench'

const LITTLE = { company: 'noordwind', people: 1_000 }
const MUCH = { company: 'bouwmeester', people: 100_000 }
/** Maximum factor by which the list may become slower with a hundred times as many people. */
const MAX_RATIO = 1.5
const PAGE = 25
/** Jumps between typed page numbers: every page once, in no order. */
const LEAP = 1597
const PEOPLE = '/api/people/participants'

/** With the columns that the list shows. */
const ENDS = 'columns=learning_next_end%2Ccertificates_next_end'

/** The query string of `/deelnemers`. */
const VIEWS: Asked = [
  ['as it opens', ''],
  ['by name, backwards', 'sort=-name'],
  ['by e-mail', 'sort=email'],
  ['by last seen', 'sort=-last_seen'],
  ['by registration, of who is active', 'status=active&sort=registration_date'],
  ['who came this quarter', 'registration_date=last90&sort=registration_date'],
  ['who was never deactivated, 100 a page', 'status=active,invited&per_page=100'],
  ['searched', 'search=ravenstein'],
  ['searched, sorted', 'search=ravenstein&sort=-registration_date'],
  ['searched by two words', 'search=emma+ravenstein'],
  ['searched with a typo', 'search=ravensteim'],
  ['a first name that one in thirty has', 'search=sanne'],
  ['a part of last names that one in twenty-four has', 'search=boven'],
  ['the same, by e-mail', 'search=boven&sort=email'],
  ['the same, by last seen', 'search=boven&sort=-last_seen'],
  ['a part that one in five has', 'search=en'],
  ['the same, by registration', 'search=en&sort=-registration_date'],
  ['the end of everybody’s address', 'search=example'],
  ['the same, by progress', 'search=example&sort=progress'],
  ['a part that one in five has, of the few invited', 'search=en&status=invited'],
  ['a search that finds nobody', 'search=qqxyzz'],
  ['by the end of access', `${ENDS}&sort=learning_next_end`],
  ['by the end of access, backwards', `${ENDS}&sort=-learning_next_end`],
  ['by the end of certificates', `${ENDS}&sort=certificates_next_end`],
  ['by the end of certificates, backwards', `${ENDS}&sort=-certificates_next_end`],
  ['by the end of access, of who is active', `${ENDS}&status=active&sort=learning_next_end`],
  ['searched, by the end of access', `${ENDS}&search=ravenstein&sort=learning_next_end`],
  ['a part that one in five has, by the end of certificates', `${ENDS}&search=en&sort=certificates_next_end`],
  ['the same, by the end of access, backwards', `${ENDS}&search=en&sort=-learning_next_end`],
]

/**
 * Gives two of three people access that ends, and one of two a certificate that ends. No two end at the same moment or in the order of the
 * names.
 */
async function addEnds({ sql, settle }: ScenarioTools, company: string): Promise<void> {
  // Bypasses the triggers: their rows are written in one statement below.
  await sql('set session_replication_role = replica')
  await sql(
    `insert into learning_participations (company_id, membership_id, course_id, version_id, expires_at)
     select m.company_id, m.id, v.course_id, v.id, now() + (1 + m.id * 7919 % 400) * interval '1 day' + m.id % 10000 * interval '1 second'
       from core_memberships m join core_companies c on c.id = m.company_id
      cross join (select id, course_id from learning_course_versions where published_at is not null order by id limit 1) v
      where c.login_id = $1 and m.email like 'bench%' and m.id % 3 <> 0`,
    [company],
  )
  await sql(
    `insert into certificates_certificates (company_id, membership_id, participation_id, course_id, course_version_id, number, token, language,
                                            company_name, course_name, issued_at, valid_until)
     select m.company_id, m.id, -m.id, 1, 1, 'bench' || m.id, 'bench' || m.id, 'nl', 'Bench', 'Bench', now(), current_date + (1 + m.id * 6101 % 400)::int
       from core_memberships m join core_companies c on c.id = m.company_id
      where c.login_id = $1 and m.email like 'bench%' and m.id % 2 = 0`,
    [company],
  )
  await sql('set session_replication_role = origin')
  const tables = ['learning_access_ends', 'certificates_next_ends']
  const members = `array(select m.id from core_memberships m join core_companies c on c.id = m.company_id where c.login_id = $1)`
  for (const table of tables) await sql(`select ${table}_set(${members})`, [company])
  await settle(...tables, 'learning_participations', 'certificates_certificates')
}

/** The list of people, with a thousand and with a hundred thousand rows. */
const bench: PluginBench = {
  prepare: async () => [],

  async ratios(tools) {
    for (const { company, people } of [LITTLE, MUCH]) {
      await tools.addPeople(company, people)
      await addEnds(tools, company)
    }
    const little = await tools.signIn(`beheerder@${LITTLE.company}.example`, LITTLE.company)
    const much = await tools.signIn(`beheerder@${MUCH.company}.example`, MUCH.company)
    const views = await tools.compare(PEOPLE, VIEWS, { little: LITTLE.company, much: MUCH.company, most: MAX_RATIO })
    // Page numbers are typed one after the other, from all over the list: no row of the previous page is on the next one.
    const anywhere = (client: typeof little, people: number) => {
      let turn = 0
      const pages = Math.floor(people / PAGE)
      return { ...client, get: (at: string) => client.get(`${at}&page=${1 + ((turn++ * LEAP) % pages)}`) }
    }
    const typed = (name: string, query: string): Ratio => ({
      name,
      path: `${PEOPLE}?per_page=${PAGE}${query}`,
      little: anywhere(little, LITTLE.people),
      much: anywhere(much, MUCH.people),
      most: MAX_RATIO,
    })
    return [
      ...views,
      typed('pages by their numbers', ''),
      typed('the same by last seen', '&sort=-last_seen'),
      typed('the same by the end of access', `&${ENDS}&sort=learning_next_end`),
      typed('the same by the end of access, backwards', `&${ENDS}&sort=-learning_next_end`),
      typed('the same by the end of certificates', `&${ENDS}&sort=certificates_next_end`),
      typed('the same by the end of certificates, backwards', `&${ENDS}&sort=-certificates_next_end`),
      typed('the same of who is active, by the end of access', `&${ENDS}&status=active&sort=learning_next_end`),
    ]
  },
}

export default bench
