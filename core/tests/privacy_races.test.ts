import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestApp, testApp } from '#core/testing/app'
import { untilBlocked } from '#core/testing/locks'
import { createParticipant } from '#core/testing/factories'

// Erasing a person while the platform works on their data, or when the erasure is cut off half-way.

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const db = async () => (await import('@adonisjs/lucid/services/db')).default
const person = () => import('#core/privacy/person')

interface Row {
  id: number
  user_id: number
  company_id: number
}

/** A member of a company with a generated certificate. */
async function holderOf(loginId: string): Promise<Row & { certificate_id: number }> {
  return app.asSystem(async () => {
    const { rows } = await (
      await db()
    ).rawQuery(
      `select m.id, m.user_id, m.company_id, x.id as certificate_id
         from core_memberships m join core_companies c on c.id = m.company_id join certificates_certificates x on x.membership_id = m.id
        where c.login_id = ? order by m.id limit 1`,
      [loginId],
    )
    return rows[0]
  })
}

describe('erasing a person', () => {
  it('includes what an event writes about them concurrently', async () => {
    const { erasePerson } = await person()
    const member = await holderOf('noordwind')
    const database = await db()
    let erased: Promise<void> | undefined
    // As a listener does: it looked the person up and writes its result.
    await app.asSystem(() =>
      database.transaction(async (trx) => {
        await trx.rawQuery(
          `insert into reports_actions (company_id, kind, membership_id, person_name, participation_id, course_name, occurred_at)
           values (?, 'passed', ?, 'Inflight-mark', 1, '{"und": "Inflight"}', now())`,
          [member.company_id, member.id],
        )
        erased = erasePerson({ companyId: member.company_id, membershipId: member.id }, null)
        await untilBlocked(app)
      }),
    )
    await erased
    const [row] = await app.asSystem(async () => (await db()).from('reports_actions').whereRaw(`course_name->>'und' = 'Inflight'`))
    expect(row).toMatchObject({ membership_id: null, person_name: null })
  })

  it('leaves nobody behind when two are erased concurrently', async () => {
    const { erasePerson } = await person()
    const people = await app.asSystem(async () => {
      const database = await db()
      const companies = await database.from('core_companies').whereIn('login_id', ['noordwind', 'bouwmeester']).orderBy('id').select('id')
      return Promise.all(
        Array.from({ length: 10 }, async (_, index) => {
          const [user] = await database
            .table('core_users')
            .insert({ email: `shared${index}@elders.example`, firstname: 'Shared', lastname: 'Person' })
            .returning('id')
          const memberships = await database
            .table('core_memberships')
            .multiInsert(companies.map(({ id }) => ({ company_id: id, user_id: user.id, role: 'leerling' })))
            .returning(['id', 'company_id'])
          return { userId: user.id as number, memberships: memberships as { id: number; company_id: number }[] }
        }),
      )
    })
    for (const { memberships } of people) {
      await Promise.all(memberships.map(({ id, company_id: companyId }) => erasePerson({ companyId, membershipId: id }, null)))
    }
    const left = await app.asSystem(async () => (await db()).from('core_users').where('email', 'like', 'shared%@elders.example'))
    expect(left).toEqual([])
  })

  it.each(['added_by', 'forward_emails_to'] as const)(
    'of one name with another is in nobody’s way, where one names the other by %s',
    async (how) => {
      const { erasePerson } = await person()
      const { deleteUserData } = await import('#core/privacy/core_data')
      const database = await db()
      const named = (email: string, membership: Record<string, unknown> = {}) =>
        createParticipant('noordwind', { email, firstname: 'Iemand', lastname: 'Zznaamgenoot', membership })
      const first = await named(`eerste-${how}@elders.example`)
      const second = await named(`tweede-${how}@elders.example`, {
        [how]: how === 'added_by' ? first.userId : `eerste-${how}@elders.example`,
      })
      let erased: Promise<void> | undefined
      // As an erasure does: the membership first, then the person, whom another row references.
      await app.asSystem(() =>
        database.transaction(async (trx) => {
          await trx.from('core_memberships').where('id', first.id).delete()
          erased = erasePerson({ companyId: second.companyId, membershipId: second.id }, null)
          await untilBlocked(app, { orOver: erased })
          await deleteUserData(trx, first.userId)
        }),
      )
      await erased
      const left = await app.asSystem(
        async () => (await database.rawQuery(`select word from core_name_words where word = 'zznaamgenoot'`)).rows,
      )
      expect(left).toEqual([])
    },
  )

  it('deletes the content of their files, also after a disk failure', async () => {
    const { erasePerson } = await person()
    const { cleanFiles } = await import('#core/files/clean')
    const { default: drive } = await import('@adonisjs/drive/services/main')
    const member = await holderOf('bouwmeester')
    const { runJobNow } = await import('#core/jobs/run_now')
    await runJobNow('certificates.render', { company: 'bouwmeester', payload: { certificateId: member.certificate_id } })
    const files = () =>
      app.asSystem(async () => (await db()).from('core_files').where({ company_id: member.company_id, membership_id: member.id }))
    const keys = (await files()).map(({ key }) => key as string)
    expect(keys.length).toBeGreaterThan(0)
    const there = async () => (await Promise.all(keys.map((key) => drive.use().exists(key)))).filter(Boolean).length
    expect(await there()).toBe(keys.length)
    const disk = vi.spyOn(drive.use(), 'delete').mockRejectedValue(new Error('the disk is away'))
    await erasePerson({ companyId: member.company_id, membershipId: member.id }, null)
    expect(await files()).toEqual([])
    expect(await there()).toBe(keys.length)
    disk.mockRestore()
    await cleanFiles()
    expect(await there()).toBe(0)
  })

  it('leaves nothing of them in the dead letters, nor for long in the queues', async () => {
    const { erasePerson } = await person()
    const { DEAD_LETTER_QUEUE, LISTENER_QUEUE } = await import('#core/jobs/queues')
    const { deleteErasedEvents } = await import('#core/privacy/core_data')
    const member = await holderOf('noordwind')
    const other = await app.asSystem(async () =>
      (await db()).from('core_memberships').where('company_id', member.company_id).whereNot('id', member.id).first(),
    )
    const told = (id: number) =>
      JSON.stringify({ companyId: member.company_id, payload: { membershipId: id, reason: `letter-mark-${id}.` } })
    await app.asSystem(async () => {
      const database = await db()
      for (const [queue, state] of [
        [DEAD_LETTER_QUEUE, 'created'],
        [LISTENER_QUEUE, 'active'],
      ]) {
        for (const { id } of [member, other]) {
          await database.rawQuery(
            `insert into pgboss.job (name, state, data, group_id, start_after, source_name) values (?, ?, ?, ?, now() + interval '1 hour', ?)`,
            [queue!, state!, told(id), String(member.company_id), LISTENER_QUEUE],
          )
        }
      }
    })
    const left = (id: number) =>
      app.asSystem(async () => {
        const { rows } = await (
          await db()
        ).rawQuery(`select name from pgboss.job where data::text like ? order by 1`, [`%letter-mark-${id}.%`])
        return (rows as { name: string }[]).map(({ name }) => name)
      })
    await erasePerson({ companyId: member.company_id, membershipId: member.id }, null)
    // The job that is running is left to finish.
    expect(await left(member.id)).toEqual([LISTENER_QUEUE])
    await app.asSystem(async () =>
      (await db()).rawQuery(
        `update pgboss.job set state = 'completed', completed_on = now() where data::text like '%letter-mark-%' and state = 'active'`,
      ),
    )
    await deleteErasedEvents()
    expect(await left(member.id)).toEqual([])
    expect(await left(other.id)).toHaveLength(2)
  })
})

describe('a company that exports a person', () => {
  it('learns nothing about the person’s other companies', async () => {
    const { exportPerson } = await person()
    const both = await app.asSystem(async () => {
      const database = await db()
      const companies = await database
        .from('core_companies')
        .whereIn('login_id', ['noordwind', 'bouwmeester'])
        .orderBy('login_id')
        .select('id')
      const row = { email: 'two@elders.example', firstname: 'Two', lastname: 'Companies' }
      const [user] = await database.table('core_users').insert(row).returning('id')
      const made: { companyId: number; membershipId: number }[] = []
      for (const [index, { id: companyId }] of companies.entries()) {
        const of = { company_id: companyId, user_id: user.id }
        const [{ id: membershipId }] = await database
          .table('core_memberships')
          .insert({ ...of, role: 'leerling' })
          .returning('id')
        const mark = `only-in-${index}`
        const ends = { user_id: user.id, membership_id: membershipId, expires_at: new Date() }
        await database.table('core_tokens').insert({ ...ends, purpose: mark, token_hash: Buffer.from(mark) })
        await database.table('core_sessions').insert({ ...ends, company_id: companyId, user_agent: mark, token_hash: Buffer.from(mark) })
        made.push({ companyId, membershipId })
      }
      return made
    })
    for (const [index, member] of both.entries()) {
      const given = JSON.stringify(await exportPerson(member))
      expect(given).toContain(`only-in-${index}`)
      expect(given).not.toContain(`only-in-${1 - index}`)
    }
  })
})
