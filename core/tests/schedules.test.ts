import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'

// Scheduled work costs nothing in a company that has no work for it.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  await app.settle()
})

const scheduled = async () => {
  const { pluginRegistry } = await import('#core/plugins/registry')
  return pluginRegistry().jobs.filter(({ schedule }) => schedule?.each === 'company')
}
const idOf = async (loginId: string): Promise<number> =>
  app.asSystem(async () => (await db.from('core_companies').where('login_id', loginId).firstOrFail()).id)
/** A company with every plugin and one person, without any activity. */
async function idleCompany(loginId: string): Promise<number> {
  return app.asSystem(async () => {
    const { plugins } = await db.from('core_companies').where('login_id', 'noordwind').firstOrFail()
    const names = { name: loginId, legal_name: loginId, sender_name: loginId, primary_color: '#123456', secondary_color: '#654321' }
    const [{ id }] = await db
      .table('core_companies')
      .insert({ login_id: loginId, plugins, ...names })
      .returning('id')
    const [user] = await db
      .table('core_users')
      .insert({ email: `een@${loginId}.test`, firstname: 'Een', lastname: 'Mens' })
      .returning('id')
    await db.table('core_memberships').insert({ company_id: id, user_id: user.id, role: 'leerling' })
    return id
  })
}

describe('the scheduler', () => {
  it('creates no job in a company without activity, whatever the schedule', async () => {
    const id = await idleCompany('stilte')
    const { fanOut } = await import('#core/jobs/schedules')
    const jobs = await scheduled()
    expect(jobs.length).toBeGreaterThan(20)
    for (const { name } of jobs) await app.asSystem(() => fanOut(name))
    const made = await app.asSystem(() =>
      db
        .from('pgboss.job')
        .whereRaw(`data->>'companyId' = ?`, [String(id)])
        .select('name'),
    )
    expect(made).toEqual([])
    await app.settle()
  })

  it('creates a job where there is work, in active companies with the plugin on', async () => {
    const companies = ['noordwind', 'bouwmeester']
    const ids = await Promise.all(companies.map(idOf))
    await app.asSystem(async () => {
      for (const company of ids) {
        const one = await db.from('learning_participations').where({ company_id: company, status: 'busy' }).orderBy('id').firstOrFail()
        await db
          .from('learning_participations')
          .where('id', one.id)
          .update({ expires_at: new Date(Date.now() - 1000) })
      }
    })
    expect(await dueIn('learning.expire')).toEqual(['bouwmeester', 'noordwind'])
    await app.withoutPlugin('bouwmeester', 'learning', async () => expect(await dueIn('learning.expire')).toEqual(['noordwind']))
    const stand = (status: string) => app.asSystem(() => db.from('core_companies').where('login_id', 'noordwind').update({ status }))
    await stand('inactive')
    expect(await dueIn('learning.expire')).toEqual(['bouwmeester'])
    await stand('active')

    const { fanOut } = await import('#core/jobs/schedules')
    await app.asSystem(() => fanOut('learning.expire'))
    await app.settle()
    const over = await app.asSystem(() =>
      db
        .from('learning_participations')
        .whereIn('company_id', ids)
        .where('status', 'expired')
        .where('expires_at', '>', new Date(Date.now() - 600_000)),
    )
    expect(over).toHaveLength(2)
    expect(await dueIn('learning.expire')).toEqual([])
  })
})

describe('the queue', () => {
  it('counts a company’s waiting jobs with an index of unfinished jobs only', async () => {
    const { UNFINISHED } = await import('#core/jobs/boss')
    await app.asSystem(() =>
      db.rawQuery(`insert into pgboss.job (name, data, state, group_id, completed_on)
        select 'core.listener', '{}', 'completed', n % 50, now() from generate_series(1, 20000) n`),
    )
    const plan = await app.asSystem(() =>
      db.transaction(async (trx) => {
        const { rows } = await trx.rawQuery(`explain (analyze, buffers, format json) ${UNFINISHED}`, [['1', '2'], 'core.listener'] as never)
        return JSON.stringify(rows)
      }),
    )
    expect(plan).toContain('job_common_name_group_id_idx')
    expect(plan).not.toContain('Seq Scan')
    await app.asSystem(() => db.rawQuery(`delete from pgboss.job where name = 'core.listener' and state = 'completed'`))
  })

  it('deletes finished jobs within hours', async () => {
    const { currentBoss } = await import('#core/jobs/boss')
    const boss = currentBoss()!
    for (const { name } of await scheduled())
      expect((await boss.getQueue(name)) as object, name).toMatchObject({ deleteAfterSeconds: 7200 })
    const { enqueue } = await import('#core/jobs/boss')
    await app.asSystem(() => db.transaction((trx) => enqueue('core.replays', [{ companyId: null }], trx)))
    await app.settle()
    const kept = () => app.asSystem(() => db.from('pgboss.job').where({ name: 'core.replays', state: 'completed' }).select('id'))
    expect(await kept()).not.toEqual([])
    await app.asSystem(() =>
      db.rawQuery(`update pgboss.job set completed_on = now() - interval '3 hours' where name = 'core.replays' and state = 'completed'`),
    )
    await app.asSystem(() => db.rawQuery(`update pgboss.queue set maintain_on = null where name = 'core.replays'`))
    await boss.supervise('core.replays')
    expect(await kept()).toEqual([])
  })
})
