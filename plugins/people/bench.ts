import type { Asked, PluginBench, Ratio } from '#core/contract/bench'

const LITTLE = { company: 'noordwind', people: 1_000 }
const MUCH = { company: 'bouwmeester', people: 100_000 }
/** What the list may cost more where a hundred times as many people are. */
const MOST = 1.5
const PAGE = 25
/** From one page to the next that somebody types: through all of them, in no order. */
const LEAP = 1597
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
  ['a part of last names that one in twenty-four has', 'search=boven'],
  ['the same, by e-mail', 'search=boven&sort=email'],
  ['the same, by last seen', 'search=boven&sort=-last_seen'],
  ['a part that one in five has', 'search=en'],
  ['the same, by registration', 'search=en&sort=-registration_date'],
  ['the end of everybody’s address', 'search=example'],
  ['the same, by progress', 'search=example&sort=progress'],
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
    // By numbers that somebody types one after the other, all over the list: no row of the page before is in sight.
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
      most: MOST,
    })
    return [...views, typed('pages by their numbers', ''), typed('the same by last seen', '&sort=-last_seen')]
  },
}

export default bench
