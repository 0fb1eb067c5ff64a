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
  it('stays in the outbox without SMTP settings, once per event, and is seen by its own company only', async () => {
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
