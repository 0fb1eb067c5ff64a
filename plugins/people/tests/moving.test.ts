import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { untilBlocked } from '#core/testing/locks'
import { superuserOfTest } from '#core/testing/superuser'

// A person moves to another company, and two accounts turn out to be one person: a preview first, one transaction, no data lost.

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await testApp()
  admin = await signInAs('admin@platform.example')
})

const dbOf = async () => (await import('@adonisjs/lucid/services/db')).default
async function all<T>(sql: string, values: unknown[] = []): Promise<T[]> {
  return app.asSystem(async () => (await (await dbOf()).rawQuery(sql, values as string[])).rows)
}
const one = async <T>(sql: string, values: unknown[] = []) => (await all<T>(sql, values))[0]!

interface Person {
  id: number
  user_id: number
  company_id: number
  email: string
}
/** An active participant with a certificate, attempts and an open course, whom no other data here refers to. */
const someone = (company: string, but: readonly number[] = []) =>
  one<Person>(
    `select m.id, m.user_id, m.company_id, m.email::text from core_memberships m join core_companies c on c.id = m.company_id
      where c.login_id = ? and m.role = 'leerling' and m.status = 'active' and m.email !~ '^leerling@' and not m.id = any(?)
        and exists (select 1 from certificates_certificates x where x.membership_id = m.id)
        and exists (select 1 from learning_attempts a join learning_participations p on p.id = a.participation_id where p.membership_id = m.id)
        and (select count(*) from core_memberships o where o.user_id = m.user_id) = 1
      order by m.id limit 1`,
    [company, but],
  )
const companyOf = async (loginId: string) => (await one<{ id: number }>('select id from core_companies where login_id = ?', [loginId])).id

/** The whole database, except the log of who viewed it. */
async function state(): Promise<string> {
  const tables = await all<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r'
      and c.relname not in ('core_audit_log', 'core_rate_limits', 'core_name_words', 'core_member_texts', 'core_sessions') and c.relname !~ 'migrations|schema' order by 1`,
  )
  const sums = await Promise.all(
    tables.map(({ name }) => all(`select md5(coalesce(string_agg(t::text, '|' order by t.id), '')) as sum from ${name} t`)),
  )
  return JSON.stringify(sums)
}

interface Preview {
  lines: { fate: string; text: string }[]
  version: string
}
const data = <T>(answer: { body: unknown }) => (answer.body as { data: T }).data

describe('every table with personal data', () => {
  it('has a decision for moving and merging; names one that has none', async () => {
    const { assertMovesDecided } = await import('#core/people/moving/rules')
    const { pluginRegistry } = await import('#core/plugins/registry')
    const { plugins } = pluginRegistry()
    const database = await dbOf()
    const run = (sql: string) => app.asSystem(() => database.rawQuery(sql))
    await expect(assertMovesDecided(run, plugins)).resolves.toBeDefined()
    const without = plugins.map((plugin) => (plugin.id === 'skills' ? { ...plugin, moves: undefined } : plugin))
    await expect(assertMovesDecided(run, without as never)).rejects.toThrow(/skills_cells, skills_mentors, skills_proofs/)
  })
})

describe('moving a person to another company', () => {
  let person: Person
  let to: number
  let path: string
  let preview: Preview
  let theirs: TestClient
  const before = {
    participations: [] as number[],
    certificates: [] as { id: number; token: string; number: string }[],
    answers: 0,
    listed: 0,
  }

  beforeAll(async () => {
    person = await someone('noordwind')
    to = await companyOf('bouwmeester')
    path = `/api/people/participants/${person.id}/move`
    theirs = await signInAs(person.email)
    const ids = await all<{ id: number }>('select id from learning_participations where membership_id = ? order by id', [person.id])
    before.participations = ids.map(({ id }) => id)
    before.certificates = await all('select id, token, number from certificates_certificates where membership_id = ? order by id', [
      person.id,
    ])
    before.answers = (
      await one<{ n: number }>(
        `select count(*)::int as n from learning_attempt_questions q join learning_attempts a on a.id = q.attempt_id where a.participation_id = any(?)`,
        [before.participations],
      )
    ).n
    expect(before.answers).toBeGreaterThan(0)
    before.listed = (await one<{ n: number }>('select count(*)::int as n from people_courses where membership_id = ?', [person.id])).n
    expect(before.listed).toBeGreaterThan(0)
  })

  it('shows what happens and changes nothing; for admins only', async () => {
    for (const email of ['beheerder@noordwind.example', 'leerling@noordwind.example']) {
      expect((await (await signInAs(email)).get(`${path}?company=${to}`)).status).toBe(403)
    }
    const was = await state()
    const answer = await admin.get(`${path}?company=${to}`)
    expect(answer.status).toBe(200)
    // A mini admin counts as an admin.
    const mini = await signInAs('mini@platform.example')
    expect((await mini.get(`${path}?company=${to}`)).body).toEqual(answer.body)
    preview = data<Preview>(answer)
    const said = preview.lines.map(({ text }) => text).join(' ')
    for (const word of ['deelname', 'certifica', 'sessie', 'groep', 'mail']) expect(said).toContain(word)
    expect(await state()).toBe(was)
    expect((await admin.get(`${path}?company=${person.company_id}`)).body).toMatchObject({ code: 'same_company' })
    expect((await admin.get(`${path}?company=999999`)).status).toBe(404)
  })

  it('requires their address, and a new preview when something changed', async () => {
    const body = { company: to, version: preview.version, confirm: person.email }
    expect((await admin.post(path, { ...body, confirm: 'somebody@else.example' })).status).toBe(422)
    expect((await admin.post(path, { ...body, version: 'older' })).body).toMatchObject({ code: 'move_changed' })
    const noted = await one<{ n: number }>(`select count(*)::int as n from core_memberships where user_id = ?`, [person.user_id])
    expect(noted.n).toBe(1)
  })

  it('moves their data under its own ids, also an answer that is just being given; a second request finds it done', async () => {
    // A participant is working: their answer is written but not committed when the move starts.
    const database = await dbOf()
    const { inCompany } = await import('#core/tenancy/scope')
    const [question] = await all<{ id: number }>(
      `select q.id from learning_attempt_questions q join learning_attempts a on a.id = q.attempt_id where a.participation_id = any(?) order by q.id limit 1`,
      [before.participations],
    )
    const writing = await inCompany(person.company_id, () => database.transaction())
    await writing
      .from('learning_attempt_questions')
      .where('id', question!.id)
      .update({ given: ['just-now'] })
    const body = { company: to, version: preview.version, confirm: person.email.toUpperCase() }
    const pressed = Promise.all([admin.post(path, body), admin.post(path, body)])
    await untilBlocked(app)
    await writing.commit()
    const answers = await pressed
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await app.settle()

    const there = await one<{ id: number; role: string; status: string }>(
      'select id, role, status from core_memberships where user_id = ? and company_id = ?',
      [person.user_id, to],
    )
    expect(there).toMatchObject({ role: 'leerling', status: 'active' })
    const rows = await all<{ id: number }>(
      'select id from learning_participations where membership_id = ? and company_id = ? order by id',
      [there.id, to],
    )
    expect(rows.map(({ id }) => id)).toEqual(before.participations)
    expect(
      await all('select id, token, number from certificates_certificates where membership_id = ? and company_id = ? order by id', [
        there.id,
        to,
      ]),
    ).toEqual(before.certificates)
    const kept = await one<{ n: number; now: number }>(
      `select count(*)::int as n, count(*) filter (where q.given = '{just-now}')::int as now from learning_attempt_questions q
         join learning_attempts a on a.id = q.attempt_id where a.participation_id = any(?) and q.company_id = ?`,
      [before.participations, to],
    )
    expect(kept).toEqual({ n: before.answers, now: 1 })
    // Generated before they moved, with the style of the issuing company.
    const drawn = await one<{ n: number }>(
      `select count(*)::int as n from certificates_certificates x join core_files f on f.id = x.file_id and f.company_id = x.company_id and f.membership_id = x.membership_id
        where x.membership_id = ?`,
      [there.id],
    )
    expect(drawn.n).toBe(before.certificates.length)
    expect((await app.visitor().get(`/api/certificates/public/${before.certificates[0]!.token}`)).status).toBe(200)

    expect((await theirs.get('/user/identify')).status).toBe(401)
    const signedIn = await app
      .visitor()
      .post('/public/auth/login/', { email: person.email, password: 'Welkom-2026!', company: 'bouwmeester' })
    expect(signedIn.status).toBe(200)
    const left = await app.visitor().post('/public/auth/login/', { email: person.email, password: 'Welkom-2026!', company: 'noordwind' })
    expect(left.status).not.toBe(200)
    const left_behind = await one<{ status: string; n: number }>(
      `select status, (select count(*)::int from learning_participations p where p.membership_id = m.id) as n from core_memberships m where id = ?`,
      [person.id],
    )
    expect(left_behind).toEqual({ status: 'inactive', n: 0 })
    const audit = await all<{ company_id: number; action: string }>(
      `select company_id, action from core_audit_log where action like 'member.moved%' order by company_id`,
    )
    expect(audit.map(({ company_id }) => company_id).sort()).toEqual([person.company_id, to].sort())
    // The list data moved in the same way.
    const listed = await one<{ n: number }>('select count(*)::int as n from people_courses where membership_id = ? and company_id = ?', [
      there.id,
      to,
    ])
    expect(listed.n).toBe(before.listed)
  })
})

describe('a supervisor who is removed', () => {
  /** A second supervisor of Noordwind. */
  const supervisor = async (name: string) => {
    const { id: user } = await one<{ id: number }>(
      `insert into core_users (email, firstname, lastname) values (?, 'Vera', 'Huis') returning id`,
      [`${name}@moving.example`],
    )
    return one<Person>(
      `insert into core_memberships (company_id, user_id, role, status) select id, ?, 'beheerder', 'active' from core_companies where login_id = 'noordwind'
       returning id, user_id, company_id, email::text`,
      [user],
    )
  }
  /** Requests the preview, delayed by the lock in `hold`, and removes the person meanwhile. */
  async function removedWhile(hold: string, who: Person, path: string) {
    const remover = await signInAs('beheerder@noordwind.example')
    const superuser = await superuserOfTest()
    try {
      await superuser.query('begin')
      await superuser.query(hold)
      const looking = admin.get(path)
      await untilBlocked(app)
      const removing = remover.delete(`/api/people/participants/${who.id}`)
      await untilBlocked(app, { many: 2, orOver: removing })
      await superuser.query('commit')
      return { looked: (await looking).status, removed: (await removing).status }
    } finally {
      await superuser.end()
    }
  }

  it('is removed while an admin previews moving them', async () => {
    const who = await supervisor('verhuist')
    const to = await companyOf('bouwmeester')
    const hold = `select 1 from core_companies where id = ${to} for update`
    expect(await removedWhile(hold, who, `/api/people/participants/${who.id}/move?company=${to}`)).toEqual({ looked: 200, removed: 200 })
  })

  it('is removed while an admin previews merging them', async () => {
    const [who, into] = [await supervisor('dubbel'), await someone('noordwind')]
    const hold = 'lock table core_sessions in share mode'
    const path = `/api/people/participants/${into.id}/merge?email=${encodeURIComponent(who.email)}`
    expect(await removedWhile(hold, who, path)).toEqual({ looked: 200, removed: 200 })
  })
})

describe('merging two accounts of one person', () => {
  let kept: Person
  let gone: Person
  let elsewhere: number
  let course: number

  beforeAll(async () => {
    kept = await someone('noordwind')
    gone = await someone('noordwind', [kept.id])
    // The other account is also a member of another company, both accepted the same terms, and both have the same course open.
    elsewhere = (
      await one<{ id: number }>(
        `insert into core_memberships (company_id, user_id, role) select id, ?, 'leerling' from core_companies where login_id = 'examenhuis' returning id`,
        [gone.user_id],
      )
    ).id
    await all(
      `with v as (insert into terms_versions (company_id, number, texts) values (null, 77, '{"nl":"V"}') returning id)
       insert into terms_acceptances (company_id, membership_id, version_id, language, accepted_at, via) select ?, m, v.id, 'nl', now(), 'page' from v, unnest(?::bigint[]) m returning id`,
      [kept.company_id, [kept.id, gone.id]],
    )
    await all(
      `with v as (insert into terms_versions (company_id, number, texts) values (null, 78, '{"nl":"W"}') returning id)
       insert into terms_acceptances (company_id, membership_id, version_id, language, accepted_at, via) select ?, ?, v.id, 'nl', now(), 'page' from v returning id`,
      [kept.company_id, gone.id],
    )
    await all(
      `update learning_participations set status = 'cancelled' where membership_id = any(?) and status in ('registered', 'planned', 'busy') returning id`,
      [[kept.id, gone.id]],
    )
    const version = await one<{ id: number; course_id: number }>(
      `select v.id, v.course_id from learning_course_versions v where v.company_id is null and v.published_at is not null order by v.id limit 1`,
    )
    course = version.course_id
    await all(
      `insert into learning_participations (company_id, membership_id, course_id, version_id, status, progress)
       select ?, m, ?, ?, 'busy', p from unnest(?::bigint[], ?::int[]) u (m, p) returning id`,
      [kept.company_id, version.course_id, version.id, [kept.id, gone.id], [10, 60]],
    )
  })

  it('shows a preview, changes nothing, and refuses accounts that cannot be merged', async () => {
    const path = `/api/people/participants/${kept.id}/merge`
    const was = await state()
    const answer = await admin.get(`${path}?email=${encodeURIComponent(gone.email)}`)
    expect(data<object>(answer)).toMatchObject({
      gone: { email: gone.email },
      companies: { both: [expect.any(String)], joins: [expect.any(String)] },
    })
    expect(await state()).toBe(was)
    const refused = async (email: string) => (await admin.get(`${path}?email=${encodeURIComponent(email)}`)).body
    expect(await refused(kept.email)).toMatchObject({ code: 'same_account' })
    expect(await refused('mini@platform.example')).toMatchObject({ code: 'person_is_admin' })
    expect(await refused('nobody@nowhere.example')).toMatchObject({ code: 'not_found' })
    // The only supervisor would be gone.
    const roleOf = (id: number, role: string) => all('update core_memberships set role = ? where id = ? returning id', [role, id])
    await all(`update core_memberships set role = 'leerling' where company_id = ? and role = 'beheerder' returning id`, [kept.company_id])
    await roleOf(gone.id, 'beheerder')
    expect(await refused(gone.email)).toMatchObject({ code: 'last_supervisor' })
    await roleOf(gone.id, 'leerling')
  })

  it('merges them: this account gets all data of the other, and nothing is left of the other', async () => {
    const path = `/api/people/participants/${kept.id}/merge`
    const certificates = await all<{ id: number }>('select id from certificates_certificates where membership_id = any(?) order by id', [
      [kept.id, gone.id],
    ])
    const participations = await all<{ id: number }>('select id from learning_participations where membership_id = any(?) order by id', [
      [kept.id, gone.id],
    ])
    const theirs = await signInAs(gone.email)
    // A signed-in person stays signed in, although the remaining account was deactivated. The merge does not restore rights that were taken
    // from that account.
    await all(`update core_memberships set status = 'inactive', role = 'beheerder' where id = ? returning id`, [kept.id])
    const { version } = data<Preview>(await admin.get(`${path}?email=${encodeURIComponent(gone.email)}`))
    const body = { email: gone.email, version, confirm: gone.email }
    expect((await admin.post(path, { ...body, confirm: kept.email })).status).toBe(422)
    const mini = await signInAs('mini@platform.example')
    const answers = await Promise.all([mini.post(path, body), mini.post(path, body)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    await app.settle()

    expect(await all('select id from certificates_certificates where membership_id = ? order by id', [kept.id])).toEqual(certificates)
    expect(await all('select id from learning_participations where membership_id = ? order by id', [kept.id])).toEqual(participations)
    const open = await all<{ progress: number; status: string; current: boolean }>(
      `select progress, status, current from learning_participations where membership_id = ? and course_id = ? and progress in (10, 60) order by progress`,
      [kept.id, course],
    )
    expect(open).toEqual([
      { progress: 10, status: 'cancelled', current: false },
      { progress: 60, status: 'busy', current: true },
    ])
    expect(await one('select role, status from core_memberships where id = ?', [kept.id])).toEqual({ role: 'leerling', status: 'active' })
    expect(await one('select user_id from core_memberships where id = ?', [elsewhere])).toEqual({ user_id: kept.user_id })
    const agreed = await all<{ number: number }>(
      `select v.number from terms_acceptances a join terms_versions v on v.id = a.version_id where a.membership_id = ? and v.number in (77, 78) order by 1`,
      [kept.id],
    )
    expect(agreed).toEqual([{ number: 77 }, { number: 78 }])
    expect(await all('select 1 from core_users where id = ?', [gone.user_id])).toEqual([])
    const noted = await one<{ n: number }>(
      `select count(*)::int as n from core_audit_log where action = 'member.merged' and company_id = any(?)`,
      [[kept.company_id, await companyOf('examenhuis')]],
    )
    expect(noted.n).toBe(2)
    expect((await theirs.get('/user/identify')).status).toBe(401)
    const told = await all<{ n: number }>(`select count(*)::int as n from core_outbox where payload->>'membershipId' = ?`, [
      String(gone.id),
    ])
    expect(told[0]!.n).toBe(0)
  })
})
