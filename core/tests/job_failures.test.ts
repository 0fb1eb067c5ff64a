import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { untilBlocked } from '#core/testing/locks'

// Whatever a job throws and however long it takes: the queue continues and an admin can read why.

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const db = async () => (await import('@adonisjs/lucid/services/db')).default

describe('a job that fails in an unusual way', () => {
  it('becomes a readable dead letter, whatever it threw', async () => {
    const { currentBoss, enqueue } = await import('#core/jobs/boss')
    const { DEAD_LETTER_QUEUE } = await import('#core/jobs/queues')
    const { work } = await import('#core/jobs/jobs')
    const circle: Record<string, unknown> = { message: 'circle' }
    circle.self = circle
    const thrown: Record<string, [unknown, string]> = {
      undefined: [undefined, ''],
      text: ['a plain text', 'a plain text'],
      number: [42, '42'],
      object_message: [{ message: { code: 'E_ODD' } }, ''],
      number_message: [{ message: 7 }, '7'],
      circle: [circle, 'circle'],
      bigint: [{ message: 'big', size: 10n }, 'big'],
      nul: [new Error('before\u0000after'), 'beforeafter'],
      half: [new Error('half \ud800 pair'), 'half \ufffd pair'],
    }
    const boss = currentBoss()!
    const admin = await signInAs('admin@platform.example')
    for (const [name, [what]] of Object.entries(thrown)) {
      const queue = `tests.throws_${name}`
      await boss.createQueue(queue, { retryLimit: 0, deadLetter: DEAD_LETTER_QUEUE })
      await work(boss, queue, async () => {
        throw what
      })
      await app.asSystem(async () => (await db()).transaction((trx) => enqueue(queue, [{ companyId: null }], trx)))
    }
    const read = async () => {
      const { status, body } = await admin.get('/api/core/jobs/dead?per_page=100')
      expect(status).toBe(200)
      return Object.fromEntries(
        (body.data as { name: string; reason: string }[])
          .filter(({ name }) => name.startsWith('tests.throws_'))
          .map(({ name, reason }) => [name.replace('tests.throws_', ''), reason]),
      )
    }
    await vi.waitFor(async () => expect(Object.keys(await read()).sort()).toEqual(Object.keys(thrown).sort()), {
      timeout: 300_000,
      interval: 300,
    })
    expect(await read()).toEqual(Object.fromEntries(Object.entries(thrown).map(([name, [, reason]]) => [name, reason])))
  })

  it('stays a dead letter when its queue is gone, and the others run again', async () => {
    const { DEAD_LETTER_QUEUE, LISTENER_QUEUE } = await import('#core/jobs/queues')
    const admin = await signInAs('admin@platform.example')
    const insert = (source: string) =>
      app.asSystem(async () => {
        const { rows } = await (
          await db()
        ).rawQuery(
          `insert into pgboss.job (name, data, source_name) values (?, '{"companyId": null, "event": "tests.none", "listener": "tests.none"}', ?) returning id`,
          [DEAD_LETTER_QUEUE, source],
        )
        return rows[0].id as string
      })
    const orphan = await insert('tests.queue_that_left')
    const good = await insert(LISTENER_QUEUE)
    const run = await admin.post(`/api/core/jobs/dead/${orphan}/run`)
    expect([run.status, run.body.code]).toEqual([409, 'job_gone'])
    const there = async (id: string) =>
      app.asSystem(async () => (await db()).from('pgboss.job').where({ id, name: DEAD_LETTER_QUEUE }).first())
    expect(await there(orphan)).not.toBeNull()
    // Twenty identical jobs become one.
    const statuses = await Promise.all(Array.from({ length: 20 }, () => admin.post(`/api/core/jobs/dead/${good}/run`)))
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 404)])
    expect(await there(good)).toBeNull()
  })

  it('does not block the queue when it runs past its limit', async () => {
    const { currentBoss, enqueue } = await import('#core/jobs/boss')
    const { DEAD_LETTER_QUEUE } = await import('#core/jobs/queues')
    const { work } = await import('#core/jobs/jobs')
    const boss = currentBoss()!
    await boss.createQueue('tests.hangs', { retryLimit: 0, expireInSeconds: 1, deadLetter: DEAD_LETTER_QUEUE })
    const seen: string[] = []
    await work(boss, 'tests.hangs', async (entry) => {
      const { step } = entry as { step: string }
      seen.push(step)
      if (step !== 'last') await new Promise(() => {})
    })
    const noordwind = await app.asSystem(
      async () => (await (await db()).from('core_companies').where('login_id', 'noordwind').firstOrFail()).id,
    )
    // One for each worker, then one that has to run after them.
    for (const step of ['first', 'second', 'third', 'last']) {
      await app.asSystem(async () => (await db()).transaction((trx) => enqueue('tests.hangs', [{ companyId: noordwind, step }], trx)))
    }
    await vi.waitFor(() => expect(seen).toContain('last'), { timeout: 300_000, interval: 100 })
  })
})

describe('a person who is renamed while they become a member', () => {
  it('has the new name on the membership', async () => {
    const database = await db()
    const [company, user] = await app.asSystem(async () => [
      await database.from('core_companies').where('login_id', 'noordwind').firstOrFail(),
      (
        await database.table('core_users').insert({ email: 'rename@elders.example', firstname: 'Old', lastname: 'Name' }).returning('id')
      )[0],
    ])
    let renamed: Promise<unknown> | undefined
    await app.asSystem(() =>
      database.transaction(async (trx) => {
        await trx.table('core_memberships').insert({ company_id: company.id, user_id: user.id, role: 'leerling' })
        renamed = app.asSystem(async () => database.from('core_users').where('id', user.id).update({ firstname: 'New' }))
        // It waits for the membership and must not finish before.
        await Promise.race([renamed, untilBlocked(app)])
      }),
    )
    await renamed
    const row = await app.asSystem(async () => database.from('core_memberships').where('user_id', user.id).firstOrFail())
    expect(row.firstname).toBe('New')
  })
})
