import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createParticipant } from '#core/testing/factories'
import { cutOff } from '#core/testing/cut_off'
import { superuserOfTest } from '#core/testing/superuser'
import { TaskStopped } from '#core/tasks/task'

// Undoing an import: interrupted half-way, and while a person signs in. And an import starts completely or not at all.

const IMPORTS = '/api/people/imports'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  supervisor = await signInAs('beheerder@noordwind.example')
})

const memberOf = (email: string) => app.asSystem(() => db.from('core_memberships').where('email', email).first())

/** People of a file who were added and have not signed in. */
async function imported(emails: string[]) {
  const content = ['Voornaam;Achternaam;E-mailadres', ...emails.map((email, n) => `Terug${n};Genomen;${email}`)].join('\n')
  const { data } = (await supervisor.upload(`${IMPORTS}?name=terug.csv`, 'file', { name: 'terug.csv', type: 'text/csv', content })).body
  expect((await supervisor.post(`${IMPORTS}/${data.id}/run`, { invite: false, good_only: true })).status).toBe(202)
  await app.settle()
  const shown = async () => (await supervisor.get(`${IMPORTS}/${data.id}`)).body.data as { state: string; added: number }
  expect(await shown()).toMatchObject({ state: 'done', added: emails.length })

  const { findPerson } = await import('#core/accounts/session_store')
  const { undoTask } = await import('../server/services/import_task.js')
  const { company_id: company, user_id: user, id: membership } = await memberOf('beheerder@noordwind.example')
  const session = (await findPerson(user, membership))!
  let cursor: unknown = null
  /** One run of the task; a later run continues from the stored cursor. */
  const undo = (onProgress: () => Promise<unknown> = () => Promise.resolve()) => {
    const keep = (kept: unknown) => Promise.resolve(void (cursor = kept))
    const run = { payload: { id: data.id as number, company: company as number }, session, cursor, keep, progress: onProgress }
    return app.inCompany('noordwind', () => undoTask.run(run as never))
  }
  return { shown, undo }
}

describe('undoing an import', () => {
  it('leaves nobody behind after an interruption, and signs in nobody who was half-erased', async () => {
    const { issueToken } = await import('#core/accounts/tokens')
    const { INVITATION } = await import('#core/accounts/invitation')
    const { shown, undo } = await imported(Array.from({ length: 6 }, (_, n) => `half${n}@undo.example`))
    const left = () =>
      app.asSystem(() => db.from('core_memberships').whereLike('email', 'half%@undo.example').orderBy('email').select('email', 'state'))
    const { id: membershipId, user_id: userId } = await memberOf('half1@undo.example')
    const { token } = await issueToken(INVITATION, { userId, membershipId })
    const superuser = await superuserOfTest()
    try {
      // A lost connection, a deadlock: anything that aborts the last transaction of one person.
      await superuser.query(`create function zz_fail() returns trigger language plpgsql as $$ begin
          if old.email = 'half1@undo.example' then raise exception 'cut off'; end if; return old; end $$;
        create trigger aa_zz_fail before delete on core_memberships for each row execute function zz_fail()`)
      await expect(undo()).rejects.toThrow('cut off')
      expect(await left()).toEqual([
        { email: 'half1@undo.example', state: 'inactive' },
        { email: 'half4@undo.example', state: 'invited' },
        { email: 'half5@undo.example', state: 'invited' },
      ])
      const given = { firstname: 'Toch', lastname: 'Binnen', language: 'nl', metadata: '{}', agreed: true, password: 'Welkom-2026!' }
      expect((await app.visitor().post('/invite/update', { code: token, ...given })).body.code).toBe('invite_not_accepted')
      await superuser.query('drop function zz_fail() cascade')
    } finally {
      await superuser.end()
    }
    await undo()
    expect(await left()).toEqual([])
    expect(await shown()).toMatchObject({ state: 'undone', added: 0 })
  })

  it('keeps people who signed in after the list of people to erase was read', async () => {
    const email = 'toch-binnen@undo.example'
    const { shown, undo } = await imported([email, 'nooit-binnen@undo.example'])
    await undo(() =>
      app.asSystem(() => db.from('core_memberships').where('email', email).update({ status: 'active', last_seen_at: new Date() })),
    )
    expect(await shown()).toMatchObject({ state: 'undone', added: 1 })
    expect(await memberOf(email)).toMatchObject({ status: 'active' })
    expect(await memberOf('nooit-binnen@undo.example')).toBeNull()
    const { id } = await memberOf(email)
    expect(await app.asSystem(() => db.from('people_import_rows').where('membership_id', id).select('problem'))).toEqual([
      { problem: 'was_in' },
    ])
  })
})

describe('undoing members of a file', () => {
  it('is resumed after an interruption: colleagues leave the group and stay in the company, new people are gone', async () => {
    const { data: group } = (await supervisor.post('/api/groups/groups', { kind: 'project', name: 'Half terug' })).body
    const { email } = await createParticipant('noordwind', { email: 'collega@members.undo.example' })
    const content = ['E-mail;Voornaam', `${email};`, 'nieuw@members.undo.example;Nieuw'].join('\n')
    const file = { name: 'leden.csv', type: 'text/csv', content }
    const { data } = (await supervisor.upload(`${IMPORTS}?name=leden.csv&target=members&group=${group.id}`, 'file', file)).body
    expect((await supervisor.post(`${IMPORTS}/${data.id}/run`, { invite: false, good_only: true })).status).toBe(202)
    await app.settle()
    const members = async () =>
      ((await supervisor.get(`/api/groups/members?group=${group.id}`)).body.data as { email: string }[]).map((one) => one.email).sort()
    expect(await members()).toEqual([email, 'nieuw@members.undo.example'])

    const { findPerson } = await import('#core/accounts/session_store')
    const { undoTask } = await import('../server/services/import_task.js')
    const { company_id: company, user_id: user, id: membership } = await memberOf('beheerder@noordwind.example')
    const session = (await findPerson(user, membership))!
    await app.inCompany('noordwind', () => db.from('people_imports').where('id', data.id).update({ state: 'undoing' }))
    const undo = (progress: () => Promise<void>) => {
      const run = { payload: { id: data.id as number, company: company as number }, session, cursor: null, progress }
      return app.inCompany('noordwind', () => undoTask.run({ ...run, keep: () => Promise.resolve() } as never))
    }
    await expect(undo(() => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off')
    expect(await members()).toEqual(['nieuw@members.undo.example'])
    await undo(() => Promise.resolve())
    expect(await members()).toEqual([])
    expect((await supervisor.get(`${IMPORTS}/${data.id}`)).body.data).toMatchObject({ state: 'undone', added: 0 })
    expect(await memberOf(email)).not.toBeNull()
  })
})

describe('starting an import', () => {
  it('starts it with its task, or not at all: after an interruption it can be started again', async () => {
    const content = 'Voornaam;Achternaam;E-mailadres\nBegin;Heel;begun@undo.example'
    const { data } = (await supervisor.upload(`${IMPORTS}?name=begin.csv`, 'file', { name: 'begin.csv', type: 'text/csv', content })).body
    const run = () => supervisor.post(`${IMPORTS}/${data.id}/run`, { invite: false, good_only: true })
    const state = async () => (await supervisor.get(`${IMPORTS}/${data.id}`)).body.data.state as string
    const cut = await cutOff(['people_imports', 'core_tasks'])
    try {
      for (const writes of [1, 2]) {
        for (const dies of [false, true]) {
          await cut.after(writes, dies)
          expect((await run()).status).toBeGreaterThanOrEqual(500)
          await cut.never()
          expect(await state()).toBe('checked')
        }
      }
    } finally {
      await cut.never()
      await cut.stop()
    }
    expect((await run()).status).toBe(202)
    expect((await run()).body.code).toBe('import_started')
    await app.settle()
    expect(await state()).toBe('done')
  })
})

describe('a stopped import', () => {
  const stopped = () => new TaskStopped('cancelled')
  /** A checked file and its two tasks as they run here, interrupted where `progress` says so. */
  async function waiting(emails: string[]) {
    const content = ['Voornaam;Achternaam;E-mailadres', ...emails.map((email, n) => `Rest${n};Over;${email}`)].join('\n')
    const { data } = (await supervisor.upload(`${IMPORTS}?name=rest.csv`, 'file', { name: 'rest.csv', type: 'text/csv', content })).body
    const { findPerson } = await import('#core/accounts/session_store')
    const tasks = await import('../server/services/import_task.js')
    const { company_id: company, user_id: user, id: membership } = await memberOf('beheerder@noordwind.example')
    const session = (await findPerson(user, membership))!
    const payload = { id: data.id as number, company: company as number }
    const of = { payload, session, progress: (_done: number, _total: number) => Promise.resolve() }
    const cursors: Partial<Record<'importTask' | 'undoTask', unknown>> = {}
    const states = (state: string) => app.inCompany('noordwind', () => db.from('people_imports').where('id', data.id).update({ state }))
    return {
      path: `${IMPORTS}/${data.id}`,
      shown: async () => (await supervisor.get(`${IMPORTS}/${data.id}`)).body.data as Record<string, unknown>,
      lines: () =>
        app.asSystem(() => db.from('people_import_rows').where('import_id', data.id).orderBy('line').select('problem', 'membership_id')),
      aged: (days: number) =>
        app.asSystem(() =>
          db
            .from('people_imports')
            .where('id', data.id)
            .update({ created_at: new Date(Date.now() - days * 86_400_000 - 1000) }),
        ),
      async run(progress = of.progress, task: 'importTask' | 'undoTask' = 'importTask') {
        await states(task === 'importTask' ? 'running' : 'undoing')
        try {
          const keep = (kept: unknown) => Promise.resolve(void (cursors[task] = kept))
          await app.inCompany('noordwind', () => tasks[task].run({ ...of, cursor: cursors[task] ?? null, keep, progress } as never))
        } finally {
          await app.inCompany('noordwind', async () => tasks[task].stopped!(payload as never))
        }
      },
    }
  }

  it('is resumed with its other lines, also when some of its people signed in', async () => {
    const { path, shown, run } = await waiting([1, 2, 3].map((n) => `rest${n}@undo.example`))
    await expect(run((done) => (done === 2 ? Promise.reject(stopped()) : Promise.resolve()))).rejects.toThrow('cancelled')
    await app.asSystem(() => db.from('core_memberships').whereLike('email', 'rest%@undo.example').update({ status: 'active' }))
    // Both stay; the task is stopped before it could report that it is done.
    await expect(run((done) => (done === 2 ? Promise.reject(stopped()) : Promise.resolve()), 'undoTask')).rejects.toThrow('cancelled')
    expect(await shown()).toMatchObject({ state: 'stopped', added: 2, left: 1 })
    const { status } = await supervisor.post(`${path}/run`, { invite: false, good_only: true })
    expect(status).toBe(202)
    await app.settle()
    expect(await shown()).toMatchObject({ state: 'done', added: 3, left: 0 })
  })

  it('counts all its lines in each run, also after the server was killed in between', async () => {
    const { run } = await waiting(Array.from({ length: 5 }, (_, n) => `teller${n}@undo.example`))
    const seen: [number, number][] = []
    const note = (dies: number | null) => (done: number, total: number) => {
      seen.push([done, total])
      return done === dies ? Promise.reject(stopped()) : Promise.resolve()
    }
    for (const task of ['importTask', 'undoTask'] as const) {
      // Four people are erased at a time.
      await expect(run(note(task === 'importTask' ? 3 : 4), task)).rejects.toThrow('cancelled')
      await run(note(null), task)
      expect(new Set(seen.map(([, total]) => total)), task).toEqual(new Set([5]))
      expect(seen.at(-1), task).toEqual([5, 5])
      seen.length = 0
    }
  })

  it('is added once by two concurrent runs, and can be undone completely', async () => {
    const { lines, run, shown } = await waiting(Array.from({ length: 12 }, (_, n) => `twee${n}@undo.example`))
    // As if another worker took over from one that was not dead after all.
    await Promise.all([run(), run()])
    expect((await lines()).filter(({ problem, membership_id: id }) => problem || !id)).toEqual([])
    await run(undefined, 'undoTask')
    expect(await shown()).toMatchObject({ state: 'undone', added: 0 })
  })

  it('is not deleted while it runs: its day counts from the start', async () => {
    const { path, aged, run, shown, lines } = await waiting([1, 2].map((n) => `laat${n}@undo.example`))
    await expect(run((done) => (done === 1 ? Promise.reject(stopped()) : Promise.resolve()))).rejects.toThrow('cancelled')
    const { deleteOldImports } = await import('../server/services/import_service.js')
    await aged(2)
    const { body } = await supervisor.post(`${path}/run`, { invite: false, good_only: false })
    await app.inCompany('noordwind', deleteOldImports)
    await app.settle()
    expect(await shown()).toMatchObject({ state: 'done', added: 2 })
    expect((await supervisor.post(`/api/core/tasks/${body.data.id}/undo`, {})).status).toBe(202)
    await app.settle()
    expect(await lines()).toEqual([])
  })
})
