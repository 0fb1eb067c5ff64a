import type { PluginBench, Ratio, ScenarioTools } from '#core/contract/bench'
import { GROUP_FILTER } from './contract/index.js'

/** One in ten is in the requested group: ten thousand of a hundred thousand people. */
const LITTLE = { company: 'noordwind', people: 1_000 }
const MUCH = { company: 'bouwmeester', people: 100_000 }
/** The target for the list. */
const MAX_RATIO = 1.5
const PEOPLE = '/api/people/participants'
const GROUP = 'Meting'

/**
 * Creates people for a company, each in one of ten groups and a few in a small one. The group is independent of name and start date;
 * otherwise a page of a group would be adjacent in an index, or far apart.
 */
async function fill({ sql, addPeople }: ScenarioTools, { company, people }: typeof LITTLE): Promise<Record<'large' | 'small', string>> {
  await addPeople(company, people)
  await sql(
    `insert into groups_groups (company_id, kind, name)
     select c.id, 'location', $2 || ' ' || n from core_companies c, generate_series(0, 10) n where c.login_id = $1`,
    [company, GROUP],
  )
  await sql(
    `insert into groups_members (company_id, group_id, membership_id, added)
     select m.company_id, g.id, m.id, 'hand' from core_companies c join core_memberships m on m.company_id = c.id and m.role = 'leerling'
       join core_users u on u.id = m.user_id and u.email like 'bench%' join groups_groups g on g.company_id = c.id
        and (g.name = $2 || ' ' || m.id * 7919 % 1013 % 10 or (g.name = $2 || ' 10' and u.email ~ '^bench[0-9]@'))
      where c.login_id = $1`,
    [company, GROUP],
  )
  const groups = await sql(
    `select g.id, g.name from groups_groups g join core_companies c on c.id = g.company_id where c.login_id = $1 and g.name like $2 || ' %'`,
    [company, GROUP],
  )
  const of = (number: number) => String(groups.find(({ name }) => name === `${GROUP} ${number}`)!.id)
  return { large: of(3), small: of(10) }
}

/** The filters besides the group, as in the address of a saved view. */
const VIEWS: readonly (readonly [string, 'large' | 'small', string])[] = [
  ['one in ten', 'large', ''],
  ['a small group', 'small', ''],
  ['by name, backwards', 'large', 'sort=-name'],
  ['by registration', 'large', 'sort=-registration_date'],
  ['a page in the middle', 'large', 'page=3&per_page=25'],
  ['a saved view: who is active, by last seen', 'large', 'status=active&role=leerling&sort=-last_seen&per_page=100'],
  // Of the thousand people fewer than 25 joined: both companies must fill a page, or only the page size is measured.
  ['a saved view: who came this quarter', 'large', 'registration_date=last90&sort=registration_date&per_page=10'],
  ['a saved view: a small group, searched', 'small', 'search=veldman&sort=name'],
  ['searched', 'large', 'search=ravenstein'],
  ['searched with a typo', 'large', 'search=ravensteim'],
]

/** The list of people by group, at a thousand and at a hundred thousand. Each company uses its own groups. */
const bench: PluginBench = {
  prepare: async () => [],

  async ratios(tools) {
    const groups = { little: await fill(tools, LITTLE), much: await fill(tools, MUCH) }
    await tools.settle('core_memberships', 'groups_members', 'groups_groups')
    const little = await tools.signIn(`beheerder@${LITTLE.company}.example`, LITTLE.company)
    const much = await tools.signIn(`beheerder@${MUCH.company}.example`, MUCH.company)
    // Both read the same address: the group placeholder is replaced per company.
    return VIEWS.map(([name, size, query]): Ratio => {
      const path = `${PEOPLE}?${query}`
      const asking = (client: typeof little, group: string) => ({
        ...client,
        get: (at: string) => client.get(`${at}&${GROUP_FILTER}=${group}`),
      })
      return { name, path, little: asking(little, groups.little[size]), much: asking(much, groups.much[size]), most: MAX_RATIO }
    })
  },
}

export default bench
