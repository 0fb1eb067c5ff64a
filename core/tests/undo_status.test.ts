import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import type { TaskView } from '#core/contract/tasks'
import { addPeople, endedTask as ended, statusesOf } from '#core/testing/tasks'

// Undoing an activation or deactivation: it reverts its own change and nothing that somebody else requested.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  supervisor = await signInAs('beheerder@noordwind.example')
})

const members = (ids: readonly number[]) => db.from('core_memberships').whereIn('id', [...ids])

async function act(action: string, ids: readonly number[]): Promise<TaskView> {
  const { body } = await supervisor.post('/api/people/participants/act', { action, ids })
  return ended(supervisor, body.data.id)
}

/** Undoes a task. @returns the result of each row that stayed unchanged */
async function undo({ id }: TaskView): Promise<string[]> {
  const { body } = await supervisor.post(`/api/core/tasks/${id}/undo`, {})
  expect(await ended(supervisor, body.data.id)).toMatchObject({ state: 'done' })
  return (await supervisor.get(`/api/core/tasks/${body.data.id}/rows?failed=true`)).body.data.map(({ code }: { code: string }) => code)
}

describe('a status change that is undone', () => {
  it('restores the invitation of an invited person as it was', async () => {
    const ids = await addPeople('noordwind', 2, 'Genodigd')
    const shutOut = new Date('2026-01-02T03:04:05.678Z')
    await app.asSystem(() => members(ids).update({ status: 'inactive', registration_type: 'invite' }))
    await app.asSystem(() => members(ids.slice(1)).update({ deactivated_at: shutOut }))
    const states = () => app.asSystem(() => members(ids).orderBy('id').select('state', 'deactivated_at'))
    const before = await states()
    expect(before.map(({ state }) => state)).toEqual(['invited', 'inactive'])
    const task = await act('people.activate', ids)
    expect(await statusesOf(ids)).toEqual({ active: 2 })
    expect(await undo(task)).toEqual([])
    expect(await states()).toEqual(before)
  })

  it('lets nobody in whom their directory blocks too, or who was moved or removed since', async () => {
    const ids = await addPeople('noordwind', 3, 'Dichtgezet')
    const task = await act('people.deactivate', ids)
    const { setFederatedStatus } = await import('#core/kit/federation')
    await app.inCompany('noordwind', () => setFederatedStatus(ids[0]!, 'inactive'))
    // As the code that moves or removes the person writes it.
    await app.asSystem(() => members(ids.slice(1, 2)).update({ status: 'inactive', deactivated_at: new Date() }))
    expect(await undo(task)).toEqual(['asked_meanwhile', 'asked_meanwhile'])
    expect(await statusesOf(ids.slice(0, 2))).toEqual({ inactive: 2 })
    expect(await statusesOf(ids.slice(2))).toEqual({ active: 1 })
  })
})
