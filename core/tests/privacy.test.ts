import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { createParticipant } from '#core/testing/factories'
import { placesWith } from '#core/testing/places_with'

// All data that a company stores about a person can be exported and erased, in every table that their foreign keys reach.

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const db = async () => (await import('@adonisjs/lucid/services/db')).default
const person = () => import('#core/privacy/person')

/** Unique words, one for each place where a person's data can be. */
const MARKS = {
  firstname: 'Zwaantje-mark1',
  lastname: 'Qvistgaard-mark2',
  email: 'mark3@noordwind.example',
  forward: 'mark4@elders.example',
  extra: 'mark5-badge',
  agent: 'mark6-browser',
  token: 'mark11-purpose',
  evaluation: 'mark7-opinion',
  revoked: 'mark8-reason',
  mail: 'mark9-mail',
  audit: 'mark10-look',
  file: 'mark12-file',
  upload: 'mark13-upload',
  task: 'mark14-search',
  bareMail: 'mark15-address',
  report: 'mark16-report',
}

async function markedPerson() {
  return app.asSystem(async () => {
    const database = await db()
    const { rows } = await database.rawQuery(`
      select m.id, m.user_id, m.company_id from core_memberships m join core_companies c on c.id = m.company_id
       where c.login_id = 'noordwind'
         and exists (select 1 from certificates_certificates x where x.membership_id = m.id)
         and exists (select 1 from learning_participations p join learning_attempts a on a.participation_id = p.id
                       join learning_attempt_questions q on q.attempt_id = a.id where p.membership_id = m.id and q.given is not null)
       order by m.id limit 1`)
    const member = rows[0] as { id: number; user_id: number; company_id: number }
    expect(member, 'the demo has nobody with answers and a certificate').toBeDefined()
    const {
      firstname,
      lastname,
      email,
      forward,
      extra,
      agent,
      token,
      evaluation,
      revoked,
      mail,
      audit,
      file,
      upload,
      task,
      bareMail,
      report,
    } = MARKS
    await database.from('core_users').where('id', member.user_id).update({ firstname, lastname, email, birthdate: '1987-06-05' })
    await database
      .from('core_memberships')
      .where('id', member.id)
      .update({ forward_emails_to: forward, extra_info: JSON.stringify({ badge: extra }) })
    await database.table('core_sessions').insert({
      token_hash: Buffer.from('mark'),
      user_id: member.user_id,
      company_id: member.company_id,
      membership_id: member.id,
      expires_at: new Date(Date.now() + 3_600_000),
      user_agent: agent,
    })
    await database.table('core_tokens').insert({
      purpose: token,
      token_hash: Buffer.from('mark'),
      user_id: member.user_id,
      membership_id: member.id,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    await database.table('core_tasks').insert({
      company_id: member.company_id,
      user_id: member.user_id,
      membership_id: member.id,
      name: 'core.lists.export',
      payload: JSON.stringify({ query: task }),
      state: 'done',
    })
    const view = { company_id: member.company_id, membership_id: member.id, list: 'people.participants', query: '' }
    await database.table('core_list_views').multiInsert([
      { ...view, name: 'mark' },
      { ...view, name: 'mark of all', is_shared: true },
    ])
    await database.table('core_audit_log').insert({ user_id: member.user_id, action: 'test', reason: audit })
    await database.from('core_mail_outbox').where('membership_id', member.id).update({ to_name: firstname, subject: mail })
    // Written to their address before they had an account, or as if they had none.
    await database.table('core_mail_outbox').insert({
      company_id: member.company_id,
      trigger: 'core.mail.invitation',
      dedupe_key: 'mark',
      language: 'nl',
      to_email: email.toUpperCase(),
      to_name: '',
      from_name: '',
      subject: bareMail,
    })
    await database.rawQuery(
      `insert into learning_evaluation_answers (company_id, participation_id, activity_id, question_key, value)
       select p.company_id, p.id, a.activity_id, 'mark', to_jsonb(?::text)
         from learning_participations p join learning_attempts a on a.participation_id = p.id where p.membership_id = ? limit 1`,
      [evaluation, member.id],
    )
    await database.rawQuery(
      `with course as (insert into learning_courses (company_id, shortname, sector, type) values (:company, 'mark', 'offshore', 'exam') returning id),
            draft as (insert into learning_drafts (company_id, course_id) select :company, id from course returning id)
       insert into learning_draft_parts (company_id, draft_id, kind, key, content, membership_id) select :company, id, 'outline', '', '{}', :member from draft`,
      { company: member.company_id, member: member.id },
    )
    const theirs = { company_id: member.company_id, membership_id: member.id }
    await database.table('reports_reports').insert({ ...theirs, name: report, definition: '{}' })
    await database.table('reports_layouts').insert({ ...theirs, arranged: [], hidden: ['reports.kpis'] })
    const [brought] = await database
      .table('people_imports')
      .insert({ company_id: member.company_id, membership_id: member.id, file_name: 'mark.csv', head: '[]', columns: '{}' })
      .returning('id')
    await database.table('people_import_rows').multiInsert([
      { company_id: member.company_id, import_id: brought.id, line: 2, membership_id: member.id },
      // Their address in a file that was not imported.
      { company_id: member.company_id, import_id: brought.id, line: 3, cells: JSON.stringify([email.toUpperCase()]) },
    ])
    const own = { company_id: member.company_id, membership_id: member.id, purpose: 'certificates.pdf', size: 3 }
    await database.table('core_uploads').insert({ ...own, token: 'mark', name: upload })
    await database.table('core_files').insert({
      ...own,
      key: `companies/${member.company_id}/mark.pdf`,
      name: file,
      content_type: 'application/pdf',
      sha256: 'mark',
      stored_at: new Date(),
    })
    const name = `${firstname} ${lastname}`
    await database
      .from('certificates_certificates')
      .where('membership_id', member.id)
      .update({ person_name: name, birthdate: '1987-06-05', revoked_at: new Date(), revoked_reason: revoked })
    await database.from('reports_actions').where('membership_id', member.id).update({ person_name: name })
    return { companyId: member.company_id, membershipId: member.id }
  })
}

describe('a person', () => {
  it('gets every stored value about them, and none of it is left after erasing', async () => {
    const member = await markedPerson()
    const { exportPerson, erasePerson } = await person()
    const { personalTables } = await import('#core/privacy/personal_tables')
    const tables = await app.asSystem(async () => personalTables(async (sql) => (await db()).rawQuery(sql)))
    // Without a row nothing is proved: in every table that names a membership one row of the company becomes theirs.
    for (const { name, membershipColumn } of tables) {
      if (!membershipColumn) continue
      await app.asSystem(async () => {
        const database = await db()
        const theirs = () => database.from(name).where(membershipColumn, member.membershipId).first()
        if (await theirs()) return
        const any = await database.from(name).where('company_id', member.companyId).first()
        expect(any, `${name} has no row of the company: let the demo or this test make one`).not.toBeNull()
        await database.from(name).where('id', any.id).update(membershipColumn, member.membershipId)
      })
    }
    const given = JSON.stringify(await exportPerson(member))
    for (const [what, word] of Object.entries(MARKS)) expect(given, what).toContain(word)
    expect(given).toContain('1987-06-05')
    expect(given).not.toMatch(/password|token_hash|scrypt|argon/)
    const answers = JSON.parse(given).learning.answers as { given: { nl: string }[] | null }[]
    expect(answers.some(({ given: texts }) => (texts?.[0]?.nl.length ?? 0) > 3)).toBe(true)

    // The received part of their upload.
    const { stagingFolder } = await import('#core/files/staging')
    const part = join(await stagingFolder(String(member.companyId)), 'mark')
    await writeFile(part, 'part')
    await erasePerson(member, null)
    await app.settle()
    expect(existsSync(part)).toBe(false)
    const left: string[] = []
    const { audit, ...words } = MARKS
    for (const word of Object.values(words)) for (const place of await placesWith(app, word)) left.push(`${word} in ${place}`)
    expect(left).toEqual([])
    // That somebody looked is kept, without the person.
    const [look] = await app.asSystem(async () => (await db()).from('core_audit_log').where('reason', audit))
    expect(look.user_id).toBeNull()
    await expect(erasePerson(member, null)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('keeps the data of other companies, and cannot be erased by a company that is not theirs', async () => {
    const { erasePerson, findMember } = await person()
    const [one, other] = await app.asSystem(async () => [
      await findMember('noordwind', 'leerling@noordwind.example'),
      await findMember('bouwmeester', 'leerling@bouwmeester.example'),
    ])
    await expect(erasePerson({ companyId: other.companyId, membershipId: one.membershipId }, null)).rejects.toMatchObject({
      code: 'not_found',
    })
    const userId = await app.asSystem(async () => {
      const database = await db()
      const { user_id: user } = await database.from('core_memberships').where('id', one.membershipId).firstOrFail()
      await database.table('core_memberships').insert({ company_id: other.companyId, user_id: user, role: 'leerling' })
      return user as number
    })
    await erasePerson(one, null)
    const rest = await app.asSystem(async () => ({
      user: await (await db()).from('core_users').where('id', userId).first(),
      memberships: await (await db()).from('core_memberships').where('user_id', userId),
    }))
    expect(rest.user.email).toBe('leerling@noordwind.example')
    expect(rest.memberships.map(({ company_id: id }) => id)).toEqual([other.companyId])
  })

  it('takes the files of tasks that name people of the company along, and no file of another person', async () => {
    const { erasePerson } = await person()
    const { openTaskFile } = await import('#core/tasks/task_file')
    const member = await createParticipant('noordwind')
    const stays = await createParticipant('bouwmeester', { signsIn: true })
    const admin = await signInAs('admin@platform.example')
    const colleague = await signInAs('beheerder@noordwind.example')
    const started = await Promise.all([
      admin.post(`/api/companies/${member.companyId}/archive`),
      admin.post(`/api/companies/${stays.companyId}/archive`),
      colleague.post('/api/core/account/export'),
    ])
    expect(started.map(({ status }) => status)).toEqual([202, 202, 202])
    await app.settle()
    const ids = started.map(({ body }) => (body.data ?? body.task).id as number)
    const fileKeys = async (): Promise<(string | null)[]> => {
      const rows = await app.asSystem(async () => (await db()).from('core_tasks').whereIn('id', ids).select('id', 'file_key'))
      return ids.map((id) => rows.find((row) => Number(row.id) === id)!.file_key)
    }
    const before = await fileKeys()
    expect(before).not.toContain(null)
    await erasePerson({ companyId: member.companyId, membershipId: member.id }, null)
    expect(await fileKeys()).toEqual([null, before[1], before[2]])
    expect(await openTaskFile(before[0]!)).toBeNull()
    expect(await openTaskFile(before[1]!)).not.toBeNull()
    // Its owner reads why and creates it again.
    const shown = async () => {
      const { data } = (await admin.get('/api/core/tasks')).body as {
        data: { id: number; code: string | null; again: boolean; file: object | null }[]
      }
      return ids.slice(0, 2).map((id) => data.find((task) => task.id === id)!)
    }
    const [erased, kept] = await shown()
    expect(erased).toMatchObject({ state: 'done', code: 'file_erased', again: true, file: null })
    expect(kept).toMatchObject({ state: 'done', code: null, again: false })
    expect((await admin.post(`/api/core/tasks/${ids[0]}/again`)).status).toBe(202)
    await app.settle()
    const [made] = await shown()
    expect(made).toMatchObject({ state: 'done', code: null, again: false })
    expect(made!.file).not.toBeNull()
    const { file_key: key } = await app.asSystem(async () => (await db()).from('core_tasks').where('id', ids[0]!).firstOrFail())
    expect(await openTaskFile(key)).not.toBeNull()
  })

  it('takes the file of a task along that ran during an erasure', async () => {
    const { erasePerson } = await person()
    const { TaskRunner } = await import('#core/tasks/task_runner')
    const { openTaskFile } = await import('#core/tasks/task_file')
    const { findPerson } = await import('#core/accounts/session_store')
    const { Readable } = await import('node:stream')
    const member = await createParticipant('noordwind')
    const owner = await createParticipant('noordwind')
    const [{ id, user_id: userId }] = (await app.asSystem(async () => {
      const { user_id } = await (await db()).from('core_memberships').where('id', owner.id).firstOrFail()
      const row = { company_id: owner.companyId, user_id, membership_id: owner.id, name: 'core.export_list', payload: '{}' }
      return (await db()).table('core_tasks').insert(row).returning(['id', 'user_id'])
    })) as [{ id: number; user_id: number }]
    const row = () => app.asSystem(async () => (await db()).from('core_tasks').where({ id }).firstOrFail())
    const task = (await app.inCompany('noordwind', () => TaskRunner.claim(id)))!
    const runner = TaskRunner.of(task, (await app.asSystem(() => findPerson(userId, owner.id)))!)
    await erasePerson({ companyId: member.companyId, membershipId: member.id }, null)
    // It read its rows earlier and writes them now.
    await runner.file(Readable.from(['name']), 'list.csv', 'text/csv')
    const { file_key: key } = await row()
    expect(await openTaskFile(key)).not.toBeNull()
    await runner.finish('done')
    expect(await row()).toMatchObject({ state: 'done', code: 'file_erased', file_key: null })
    expect(await openTaskFile(key)).toBeNull()
  })

  it('is not removed when a plugin’s erase handler does nothing, which is reported', async () => {
    const { pluginRegistry } = await import('#core/plugins/registry')
    const { erasePerson, findMember } = await person()
    for (const id of ['learning', 'people', 'certificates', 'reports']) {
      const registry = pluginRegistry() as unknown as { plugins: { id: string; erasePersonalData?: unknown }[] }
      const plugins = registry.plugins
      const member = await app.asSystem(async () => {
        const { rows } = await (
          await db()
        ).rawQuery(`
          select u.email::text from core_memberships m join core_users u on u.id = m.user_id join core_companies c on c.id = m.company_id
           where c.login_id = 'bouwmeester' and exists (select 1 from certificates_certificates x where x.membership_id = m.id)
             and exists (select 1 from reports_actions r where r.membership_id = m.id) order by m.id limit 1`)
        return findMember('bouwmeester', rows[0].email)
      })
      registry.plugins = plugins.map((plugin) => (plugin.id === id ? { ...plugin, erasePersonalData: async () => {} } : plugin))
      try {
        const outcome = await erasePerson(member, null).catch((error: Error) => error.message)
        expect(String(outcome), id).toMatch(`privacy handler of "${id}"`)
      } finally {
        registry.plugins = plugins
      }
    }
  })
})

describe('every table with a person’s data', () => {
  it('is declared by its plugin, or the start stops', async () => {
    const { pluginRegistry } = await import('#core/plugins/registry')
    const { assertPersonalTablesDeclared } = await import('#core/privacy/personal_tables')
    const check = (plugins: Parameters<typeof assertPersonalTablesDeclared>[1]) =>
      app.asSystem(async () => assertPersonalTablesDeclared(async (sql) => (await db()).rawQuery(sql), plugins))
    const { plugins } = pluginRegistry()
    await check(plugins)
    for (const table of ['people_courses', 'learning_attempt_questions', 'core_sessions']) {
      const without = plugins.map((plugin) => ({ ...plugin, personalTables: plugin.personalTables?.filter((name) => name !== table) }))
      await expect(check(without), table).rejects.toThrow(`Table "${table}" holds a person's data`)
    }
  })
})

describe('mail', () => {
  it('is sent to no inactive member, nor to a participant of a company without direct communication', async () => {
    const { emit } = await import('#core/events/outbox')
    const { pluginRegistry } = await import('#core/plugins/registry')
    const trigger = 'certificates.mail.issued'
    const mail = pluginRegistry().mails.find((one) => one.trigger === trigger)!
    expect(mail, 'the mail this test sends').toBeDefined()
    const member = await app.asSystem(async () => {
      const { rows } = await (
        await db()
      ).rawQuery(`
        select x.id as "certificateId", x.membership_id as "membershipId", x.participation_id as "participationId", x.number,
               x.course_name as "courseName", x.company_id as "companyId"
          from certificates_certificates x join core_companies c on c.id = x.company_id
         where c.login_id = 'noordwind' and x.membership_id is not null order by x.id desc limit 1`)
      return rows[0] as { membershipId: number; companyId: number }
    })
    const facts = { ...member, issuedAt: new Date().toISOString(), validUntil: null }
    const mailed = async () => {
      await app.inCompany('noordwind', async () => (await db()).transaction((trx) => emit(trx, mail.on as never, facts)))
      await app.settle()
      const row = await app.asSystem(async () =>
        (await db()).from('core_mail_outbox').where({ trigger, membership_id: member.membershipId }).count('* as n').first(),
      )
      return Number(row.n)
    }
    const membership = (values: object) =>
      app.asSystem(async () => (await db()).from('core_memberships').where('id', member.membershipId).update(values))
    const company = (values: object) =>
      app.asSystem(async () => (await db()).from('core_companies').where('id', member.companyId).update(values))
    const before = await mailed()
    expect(before).toBeGreaterThan(0)
    await membership({ status: 'inactive' })
    expect(await mailed()).toBe(before)
    await membership({ status: 'active' })
    await company({ no_direct_communication: true })
    expect(await mailed()).toBe(before)
    await company({ no_direct_communication: false })
    expect(await mailed()).toBe(before + 1)
  })
})
