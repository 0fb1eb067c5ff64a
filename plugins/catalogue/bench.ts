import type { PluginBench } from '#core/contract/bench'

/** As many courses as a large platform has, of every sector, price and length. */
const COURSES = 5000

const fine = ({ status, body }: { status: number; body: { data?: unknown[] } }) => {
  if (status !== 200 || !body.data?.length) throw new Error(`The catalogue answered ${status} ${JSON.stringify(body).slice(0, 200)}`)
}

/** The catalogue with 5,000 courses: its first page, narrowed, and a search with a typo in it. */
const bench: PluginBench = {
  async prepare() {
    return []
  },

  async scenarios({ sql }) {
    await sql(
      `with c as (
         insert into learning_courses (shortname, sector, type, status, is_consumer_course)
         select 'gen-' || n, (array['industry', 'construction', 'offshore', 'sir'])[1 + n % 4],
                (array['e-learning', 'e-learning-exam', 'exam'])[1 + n % 3], 'available', true
           from generate_series(1, $1::int) n on conflict do nothing returning id, shortname)
       insert into learning_course_versions
         (course_id, number, content_hash, name, description, languages, duration_minutes, price, access_days, passed_grade, published_at)
       select id, 1, shortname,
              jsonb_build_object('nl', (array['Veilig werken', 'Hijsen en heffen', 'Brandpreventie', 'Elektrische installaties', 'Eerste hulp'])[1 + id % 5]
                || ' deel ' || id, 'en', 'Course ' || id),
              jsonb_build_object('nl', '<p>Een training.</p>'), array['nl', 'en'], 20 + id % 300, id % 400, 365, 70, now()
         from c`,
      [COURSES],
    )
    const path = '/api/catalogue/offers'
    return [
      { name: `the catalogue of ${COURSES} courses`, aim: 25, run: async (client) => fine(await client.get(path)) },
      {
        name: `the catalogue narrowed, of ${COURSES}`,
        aim: 25,
        run: async (client) => fine(await client.get(`${path}?sector=offshore,sir&price=to_150&duration=medium&language=nl`)),
      },
      {
        name: `a search with a typo in ${COURSES} courses`,
        aim: 60,
        run: async (client) => fine(await client.get(`${path}?search=brantpreventie`)),
      },
    ]
  },
}

export default bench
