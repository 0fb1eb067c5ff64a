import type { Asked, PluginBench, Ratio } from '#core/contract/bench'

const LITTLE = { company: 'noordwind', people: 1_000 }
const MUCH = { company: 'bouwmeester', people: 100_000 }
/** What the list may cost more where a hundred times as many people are. */
const MOST = 1.5
const PAGE = 25
const PEOPLE = '/api/people/participants'

/** What is asked of `/deelnemers`, as it stands in the address. */
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
  // As many as are counted are read.
  ['a part of last names that one in twenty-four has', 'search=boven', 1.8],
  ['a part that one in five has', 'search=en'],
  ['the end of everybody’s address', 'search=example'],
  ['a part that one in five has, of the few invited', 'search=en&status=invited'],
  ['a search that finds nobody', 'search=qqxyzz'],
]

/** The list of people, at a thousand and at a hundred thousand. */
const bench: PluginBench = {
  prepare: async () => [],

  async ratios(tools) {
    for (const { company, people } of [LITTLE, MUCH]) await tools.addPeople(company, people)
    const little = await tools.signIn(`beheerder@${LITTLE.company}.example`, LITTLE.company)
    const much = await tools.signIn(`beheerder@${MUCH.company}.example`, MUCH.company)
    const views = await tools.compare(PEOPLE, VIEWS, { little: LITTLE.company, much: MUCH.company, most: MOST })
    // As far in as it gets from either end, by a number that somebody typed: no row of the page before is known, and each row before it is walked past.
    const inTheMiddle = (client: typeof little, people: number) => ({
      ...client,
      get: (at: string) => client.get(`${at}&page=${people / PAGE / 2}`),
    })
    const typed = (name: string, query: string): Ratio => ({
      name,
      path: `${PEOPLE}?per_page=${PAGE}${query}`,
      little: inTheMiddle(little, LITTLE.people),
      much: inTheMiddle(much, MUCH.people),
      most: 2.5,
    })
    return [...views, typed('a page in the middle, typed', ''), typed('the same by last seen', '&sort=-last_seen')]
  },
}

export default bench
