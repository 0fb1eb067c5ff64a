import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#core/testing/app'

// Generated data (learning.generate) is consistent, and no statement of a page scans a big table.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  // Two companies like those of core.generate, with thirty people each.
  await app.asSystem(async () => {
    await db.rawQuery(`insert into core_companies (login_id, name, legal_name, sender_name, primary_color, secondary_color, plugins)
      select 'gen-' || n, 'Bedrijf ' || n, 'Bedrijf', 'Bedrijf', '#2F4858', '#7A8B99', '{learning}' from generate_series(1, 2) n`)
    await db.rawQuery(
      `insert into core_users (email, firstname, lastname) select 'gen' || n || '@generated.example', 'G', 'N' || n from generate_series(1, 60) n`,
    )
    await db.rawQuery(`insert into core_memberships (company_id, user_id, role)
      select c.id, u.id, 'leerling' from core_users u join core_companies c on c.login_id = 'gen-' || (1 + u.id % 2)
       where u.email like 'gen%@generated.example'`)
    const { generate } = await import('../server/demo/generate.js')
    await generate({ participations: 300, answers: 3600, courses: 8 })
  })
})

const one = async (sql: string) => app.asSystem(async () => Number((await db.rawQuery<{ rows: { n: number }[] }>(sql)).rows[0]!.n))
const OF_GENERATED = `join core_companies c on c.id = t.company_id and c.login_id like 'gen-%'`

describe('generated work', () => {
  it('has the requested size and is consistent', async () => {
    expect(await one(`select count(*) as n from learning_participations t ${OF_GENERATED}`)).toBe(300)
    const answers = await one(`select count(*) as n from learning_attempt_questions t ${OF_GENERATED}`)
    expect(Math.abs(answers - 3600)).toBeLessThan(360)
    expect(await one(`select count(*) as n from learning_attempts t ${OF_GENERATED}`)).toBe(answers / 10)
    const loose = `select count(*) as n from learning_participations t ${OF_GENERATED}
                    where t.status = 'passed' and (select count(*) from learning_activity_states s where s.participation_id = t.id) <> 6`
    expect(await one(loose)).toBe(0)
    await app.asSystem(async () => {
      const { generate } = await import('../server/demo/generate.js')
      await expect(generate({ participations: 1, answers: 1, courses: 1 })).rejects.toThrow(/already/)
    })
  })

  it('is read by index: with sequential scans made expensive, no big table is scanned', async () => {
    const { LIST_OWN } = await import('../server/services/my_trainings_statement.js')
    const { cellsStatement, coursesStatement } = await import('../server/following/totals.js')
    const { ATTEMPTS } = await import('../server/following/insights.js')
    await app.inCompany('gen-1', async () => {
      const [company] = await db.from('core_companies').select('id')
      const members: { id: number; company_id: number }[] = await db.from('kit_members').limit(25).select('id', 'company_id')
      const { id } = await db.from('learning_participations').firstOrFail()
      const statements: Record<string, { sql: string; values: unknown[] }> = {
        'list of a participant': { sql: LIST_OWN.replace('$1', '?'), values: [members[0]!.id] },
        'cells of /totaal': cellsStatement(members, {}),
        'cells of /totaal, filtered': cellsStatement(members, { state: ['passed'], overdue: false, mandatory: true }),
        'columns of /totaal': coursesStatement({}),
        'attempts of a person': { sql: ATTEMPTS, values: [company.id, id] },
      }
      for (const [name, { sql, values }] of Object.entries(statements)) {
        const plan = await db.transaction(async (trx) => {
          await trx.rawQuery('set local enable_seqscan = off')
          const { rows } = await trx.rawQuery<{ rows: { 'QUERY PLAN': string }[] }>(`explain ${sql}`, values as never[])
          return rows.map((row) => row['QUERY PLAN']).join('\n')
        })
        expect(plan, name).not.toMatch(/Seq Scan on learning_(participations|activity_states|attempts|attempt_questions)/)
      }
    })
  })
})
