import { beforeAll, expect, it } from 'vitest'
import { today } from '#core/kit/days'
import { signInSupervisor, type TestApp, testApp } from '#core/testing/app'
import { createCompany, type TestCompany } from '#core/testing/factories'

// The number of statements for many people: as many for a thousand as for a few.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let company: TestCompany

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  company = await createCompany()
})

/** Inserts participants in one statement. @returns their memberships */
async function people(count: number): Promise<number[]> {
  return app.asSystem(async () => {
    const { id } = await db.from('core_companies').where('login_id', company.loginId).firstOrFail()
    const { rows } = await db.rawQuery<{ rows: { id: number }[] }>(
      `with users as (
         insert into core_users (email, firstname, lastname, language, birthdate)
           select 'scale' || n || '-' || ?::text || '@flows.example', 'Scale', 'Person', 'nl', '1990-05-01' from generate_series(1, ?::int) n returning id)
       insert into core_memberships (company_id, user_id, role) select ?, id, 'leerling' from users returning id`,
      [`${count}-${Math.trunc(performance.now())}`, count, id] as never,
    )
    return rows.map((row) => Number(row.id))
  })
}

it('advances a batch of people with a fixed number of statements', async () => {
  const supervisor = await signInSupervisor(company.loginId)
  const [a, b] = (await supervisor.get('/api/flows/options')).body.data.courses.map(({ id }: { id: number }) => id)
  const step = (course: number) => ({ key: `c${course}`, course, due_days: 30, optional: false })
  const definition = {
    steps: [step(a), step(b)],
    rules: [
      { step: `c${a}`, type: 'direct' },
      { step: `c${b}`, type: 'status', other: `c${a}`, when: 'finished' },
    ],
    ...{ finish: null, expired: 'restart', skip_held: true, repeat_months: null },
  }
  const { id: flow } = (await supervisor.post('/api/flows/flows', { name: 'Scale', active: true, groups: [], definition })).body.data
  const { advance } = await import('#plugins/flows/server/services/advance')
  const costOf = async (count: number): Promise<number> => {
    const members = await people(count)
    return app.inCompany(company.loginId, async () => {
      const { rows } = await db.rawQuery<{ rows: { id: number }[] }>(
        `insert into flows_people (company_id, flow_id, membership_id, version, origin, joined_on, look_on)
           select company_id, ?, id, 1, 'hand', ?, ? from core_memberships where id = any(?::bigint[]) returning id`,
        [flow, today(), today(), members] as never,
      )
      let statements = 0
      await db.transaction(async (trx) => {
        trx.knexClient.on('query', () => (statements += 1))
        await advance(
          trx,
          rows.map((row) => Number(row.id)),
        )
      })
      const started = await db.from('learning_participations').whereIn('membership_id', members).where('course_id', a).count('* as total')
      expect(Number(started[0].total)).toBe(count)
      return statements
    })
  }
  const few = await costOf(3)
  expect(few).toBeGreaterThan(5)
  expect(await costOf(400)).toBe(few)
})
