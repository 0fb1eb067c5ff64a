import type { Asked, PluginBench, ScenarioTools } from '#core/contract/bench'

/** The number of courses of a large platform, of every sector, price and length. */
const COURSES = 5000
const OFFERS = '/api/catalogue/offers'
/** Two companies with their own courses beside the platform's few; with the smaller number each search but the last fills a page too. */
const LITTLE = { company: 'noordwind', courses: 250 }
const MUCH = { company: 'bouwmeester', courses: COURSES }

/** The allowed cost factor for twenty times the courses. */
const MAX_RATIO = 1.5
const QUERIES: Asked = [
  ['the catalogue', ''],
  ['one sector', 'sector=offshore'],
  ['by price, narrowed', 'sector=offshore,sir&price=to_150&duration=medium&language=nl&sort=price'],
  ['the newest first', 'sort=-newest'],
  ['a word searched', 'search=brandpreventie'],
  ['two words searched', 'search=veilig%20deel'],
  ['a typo searched', 'search=brantpreventie'],
  ['what no course has', 'search=qqxxzzyy'],
]

const fine = ({ status, body }: { status: number; body: { data?: unknown[] } }) => {
  if (status !== 200 || !body.data?.length) throw new Error(`The catalogue answered ${status} ${JSON.stringify(body).slice(0, 200)}`)
}

/** Creates courses of a company (null: of the platform), each with a unique word: a typo is compared with all of them. */
const give = (sql: ScenarioTools['sql'], company: string | null, courses: number) =>
  sql(
    `with c as (
       insert into learning_courses (company_id, shortname, sector, type, status, is_consumer_course)
       select (select id from core_companies where login_id = $2), 'gen-' || n, (array['industry', 'construction', 'offshore', 'sir'])[1 + n % 4],
              (array['e-learning', 'e-learning-exam', 'exam'])[1 + n % 3], 'available', true
         from generate_series(1, $1::int) n on conflict do nothing returning id, company_id, shortname)
     insert into learning_course_versions
       (course_id, company_id, number, content_hash, name, description, languages, duration_minutes, price, access_days, passed_grade, published_at)
     select id, company_id, 1, shortname,
            jsonb_build_object('nl', (array['Veilig werken', 'Hijsen en heffen', 'Brandpreventie', 'Elektrische installaties', 'Eerste hulp'])[1 + id % 5]
              || ' ' || translate(left(md5(id::text), 8), '0123456789', 'ghijklmnop') || ' deel ' || id, 'en', 'Course ' || id),
            jsonb_build_object('nl', '<p>Een training.</p>'), array['nl', 'en'], 20 + id % 300, id % 400, 365, 70, now()
       from c`,
    [courses, company],
  )

/** The catalogue with 5,000 courses: its first page, filtered, and a search with a typo. */
const bench: PluginBench = {
  async prepare() {
    return []
  },

  async scenarios({ sql, signIn }) {
    await give(sql, null, COURSES)
    // Not every company shows it to its participants.
    const supervisor = await signIn(`beheerder@${LITTLE.company}.example`, LITTLE.company)
    return [
      { name: `the catalogue of ${COURSES} courses`, aim: 25, run: async () => fine(await supervisor.get(OFFERS)) },
      {
        name: `the catalogue narrowed, of ${COURSES}`,
        aim: 25,
        run: async () => fine(await supervisor.get(`${OFFERS}?sector=offshore,sir&price=to_150&duration=medium&language=nl`)),
      },
      {
        name: `a search with a typo in ${COURSES} courses`,
        aim: 60,
        run: async () => fine(await supervisor.get(`${OFFERS}?search=brantpreventie`)),
      },
    ]
  },

  async ratios({ sql, settle, compare }) {
    // Everybody would see the courses created by the scenarios.
    await sql(`update learning_courses set status = 'building' where company_id is null and shortname like 'gen-%'`)
    for (const { company, courses } of [LITTLE, MUCH]) await give(sql, company, courses)
    await settle('learning_courses', 'learning_course_versions', 'learning_offer_list', 'learning_offer_words')
    return compare(OFFERS, QUERIES, { little: LITTLE.company, much: MUCH.company, most: MAX_RATIO })
  },
}

export default bench
