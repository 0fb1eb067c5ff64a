import { beforeAll, expect, it } from 'vitest'
import { signInAs, type TestApp, testApp } from '#core/testing/app'
import { superuserOfTest } from '#core/testing/superuser'

// The job that updates everybody's skills has a minute; a company of five thousand people by a hundred skills has half a million cells.

const PEOPLE = 600
const SKILLS = 60
let app: TestApp
let company: number

beforeAll(async () => {
  app = await testApp()
  await app.settle()
  const superuser = await superuserOfTest()
  const { rows } = await superuser.query(`select id::int from core_companies where login_id = 'noordwind'`)
  company = rows[0].id
  await superuser.query(
    `with u as (
       insert into core_users (email, firstname, lastname) select 'veel' || n || '@skills.example', 'Veel', 'Kan ' || n from generate_series(1, ${PEOPLE}) n returning id)
     insert into core_memberships (company_id, user_id, role, status) select ${company}, id, 'leerling', 'active' from u`,
  )
  await superuser.query(
    `with s as (
       insert into skills_skills (company_id, name, everybody) select ${company}, 'Veel gevraagd ' || n, true from generate_series(1, ${SKILLS}) n returning id)
     insert into skills_sources (company_id, skill_id, course_id) select ${company}, id, 900000 + row_number() over (order by id) from s`,
  )
  await superuser.query(
    `insert into skills_proofs (company_id, membership_id, kind, source_id, course_id, day)
     select ${company}, m.id, 'course', m.id * 1000 + n, 900000 + (m.id * 7 + n * 13) % ${SKILLS} + 1, current_date - n::int
       from core_memberships m, generate_series(1, 8) n where m.company_id = ${company} and m.email like 'veel%@skills.example'`,
  )
  // Without ANALYZE: the planner's statistics are outdated, as in a company that grows in one afternoon.
  await superuser.end()
})

const cells = () =>
  app.asSystem(async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const { rows } = await db.rawQuery<{ rows: { all: number; had: number }[] }>(
      `select count(*)::int as "all", count(origin)::int as had from skills_cells c join skills_skills s on s.id = c.skill_id where s.name like 'Veel gevraagd %'`,
    )
    return rows[0]!
  })
const timed = async (fn: () => Promise<unknown>) => {
  const begin = performance.now()
  await fn()
  return performance.now() - begin
}

it('updates a company’s cells in less time than it takes to create them, whatever the planner’s statistics say', async () => {
  const { recomputeAll } = await import('../server/services/recompute.js')
  const settle = () => app.inCompany('noordwind', recomputeAll)
  const made = await timed(settle)
  const people = await app.inCompany('noordwind', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    return (await db.from('kit_members').where('role', 'leerling')).length
  })
  expect(await cells()).toEqual({ all: people * SKILLS, had: PEOPLE * 8 })

  expect(await timed(settle)).toBeLessThan(made)
  const superuser = await superuserOfTest()
  await superuser.query('analyze skills_cells, skills_proofs, skills_skills, skills_sources, core_memberships, core_users')
  expect(await timed(settle)).toBeLessThan(made)

  // All of them change at once: nobody needs them any more, and only proven skills stay.
  await superuser.query(`update skills_skills set everybody = false where company_id = $1`, [company])
  await superuser.end()
  expect(await timed(settle)).toBeLessThan(made)
  expect(await cells()).toEqual({ all: PEOPLE * 8, had: PEOPLE * 8 })
})

it('counts no more gaps of a large planning than anybody pages through, and finds each', async () => {
  const superuser = await superuserOfTest()
  await superuser.query(`update skills_skills set everybody = true where company_id = $1 and name like 'Veel gevraagd %'`, [company])
  await superuser.end()
  const { recomputeAll } = await import('../server/services/recompute.js')
  await app.inCompany('noordwind', recomputeAll)
  const supervisor = await signInAs('beheerder@noordwind.example')
  const planning = async (query: string) => (await supervisor.get(`/api/skills/gaps?${query}`)).body
  const nameOf = ({ name }: { name: string }) => name
  const first = await planning('')
  expect(first.meta).toMatchObject({ total: 2500, more: true })
  // Missing skills come first, grouped by person.
  expect(new Set(first.data.map(nameOf)).size).toBe(1)
  const second = await planning(`page=2&after=${first.data.at(-1).id}`)
  expect(second.data).toEqual((await planning('page=2')).data)
  // A name in Chinese sorts after names in Latin letters.
  expect((await planning('sort=-name')).data[0].name).toBe('王小明')
  for (const query of ['search=Kan+77', 'search=Kan+77&sort=name', 'search=77+gevraagd']) {
    const { data, meta } = await planning(query)
    expect([query, meta.total > 0, data.every(({ name }: { name: string }) => /77/.test(name))]).toEqual([query, true, true])
  }
  const counted = (await supervisor.get('/api/skills/gaps/calendar?search=Kan+77')).body.data as { gaps: number }[]
  expect(counted.reduce((sum, { gaps }) => sum + gaps, 0)).toBe((await planning('search=Kan+77')).meta.total)
})
