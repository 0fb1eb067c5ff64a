import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#core/testing/app'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

describe('events', () => {
  const waiting = async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    return app.asSystem(async () => Number((await db.from('core_outbox').count('* as n').first()).n))
  }

  it('are written with the change or not at all', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const { emit } = await import('#core/events/outbox')
    const event = { name: 'sample.thing.happened' }
    const before = await waiting()
    await app.inCompany('noordwind', async () => {
      await expect(
        db.transaction(async (trx) => {
          await emit(trx, event, { id: 1 })
          throw new Error('no')
        }),
      ).rejects.toThrow('no')
    })
    expect(await waiting()).toBe(before)
    await app.inCompany('noordwind', () => db.transaction((trx) => emit(trx, event, { id: 1 })))
    expect(await waiting()).toBe(before + 1)
    await app.settle()
  })

  it('continue when one cannot be delivered, which is set aside and reported', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const { emit } = await import('#core/events/outbox')
    const [company] = await app.asSystem(async () => db.from('core_companies').where('login_id', 'noordwind'))
    await app.asSystem(async () =>
      db.table('core_outbox').insert({ company_id: company.id, kind: 'job', name: 'gone.plugin.job', payload: '{}' }),
    )
    await app.inCompany('bouwmeester', () => db.transaction((trx) => emit(trx, { name: 'sample.thing.happened' }, { id: 2 })))
    await app.settle()
    const [parked] = await app.asSystem(async () => db.from('core_outbox').where('name', 'gone.plugin.job'))
    expect(parked).toMatchObject({ relayed_at: null })
    expect(parked.last_error).toMatch(/gone\.plugin\.job/)
  })

  it('start a job in their own company, whatever the payload says', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const { sendJob } = await import('#core/events/outbox')
    const [own, other] = await app.asSystem(async () =>
      db.from('core_companies').whereIn('login_id', ['noordwind', 'bouwmeester']).orderByRaw(`login_id = 'noordwind' desc`),
    )
    // An unknown mail id: nothing happens, in either company.
    const payload = { mailId: 0, mark: 'forged', companyId: other.id }
    await app.inCompany('noordwind', () => db.transaction((trx) => sendJob(trx, 'core.mail.deliver', payload)))
    await app.settle()
    const { rows } = await app.asSystem(async () => db.rawQuery(`select data, group_id from pgboss.job where data->>'mark' = 'forged'`))
    expect(rows).toEqual([{ data: { ...payload, companyId: own.id }, group_id: String(own.id) }])
  })

  it('cannot be written outside a transaction or a company', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const { emit } = await import('#core/events/outbox')
    await app.inCompany('noordwind', async () => {
      await expect(emit(db as never, { name: 'a.b.c' }, {})).rejects.toThrow(/transaction/)
    })
    await app.asSystem(async () => {
      await expect(db.transaction((trx) => emit(trx, { name: 'a.b.c' }, {}))).rejects.toThrow(/scope/)
    })
  })
})

describe('mail', () => {
  it('stays in the outbox without SMTP settings, once per event, and is visible to its own company only', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const mails = () => db.from('core_mail_outbox')
    const own = await app.inCompany('noordwind', async () => mails())
    expect(own.length).toBeGreaterThan(5)
    expect(new Set(own.map(({ status }) => status))).toEqual(new Set(['kept']))
    expect(new Set(own.map(({ trigger, dedupe_key: key }) => `${trigger}/${key}`)).size).toBe(own.length)
    const other = await app.inCompany('bouwmeester', async () => mails())
    expect(other.some(({ id }) => own.some((mail) => mail.id === id))).toBe(false)
  })
})
