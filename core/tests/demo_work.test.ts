import { beforeAll, expect, it } from 'vitest'
import { membershipStatusChanged } from '#core/contract/people_events'
import { type TestApp, testApp } from '#core/testing/app'
import { createParticipant } from '#core/testing/factories'

// A demo is ready when the work that its data started is done.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
})

it('waits until the events are delivered and the jobs are done', async () => {
  const { demoWorkDone } = await import('#core/demo/work_done')
  const { emit } = await import('#core/events/outbox')
  const { id } = await createParticipant('noordwind')
  await app.inCompany('noordwind', () =>
    db.transaction((trx) => emit(trx, membershipStatusChanged, { membershipId: id, status: 'active', changedBy: null })),
  )
  const said: string[] = []
  await demoWorkDone((text) => said.push(text))
  const left = await app.asSystem(() => db.from('core_outbox').whereNull('relayed_at').whereNull('failed_at').count('* as n').first())
  expect([Number(left.n), said.length <= 1]).toEqual([0, true])
})

it('has an invoice that was partly credited, and a mail about an assigned course', async () => {
  const ofNoordwind = `company_id = (select id from core_companies where login_id = 'noordwind')`
  const found = await app.asSystem(async () => [
    await db.from('invoices_invoices').where('kind', 'credit').whereNotNull('of_invoice').whereRaw(ofNoordwind).select('id').first(),
    await db.from('core_mail_outbox').where('trigger', 'learning.mail.assigned').whereRaw(ofNoordwind).select('id').first(),
  ])
  expect(found).toEqual([{ id: expect.anything() }, { id: expect.anything() }])
})
