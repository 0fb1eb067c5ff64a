import { expect, it, vi } from 'vitest'
import { PASSWORD, TestClient } from '#core/testing/client'
import { operatedServer } from '#core/testing/operated_server'

// The server as an operator runs it, killed with -9 while it marks attempts again: nobody is marked or mailed twice.

const PEOPLE = 60
const operator = operatedServer()
const query = <T>(sql: string) => operator.query<T>(sql)
const FOREVER = { timeout: 300_000, interval: 50 }

/** People with one attempt of three questions, in which the first was answered wrong. @returns the id of that question */
async function attempts(): Promise<number> {
  const [{ id }] = (await query<{ id: number }>(`
    with quiz as (
      select a.id as activity, v.id as version, c.id as course from learning_courses c
        join learning_course_versions v on v.course_id = c.id join learning_activities a on a.version_id = v.id
       where c.shortname = 'tillen-en-dragen' and a.key = 'eindtoets' order by v.number desc limit 1),
    asked as (select question_id, row_number() over (order by position) as n from learning_activity_questions where activity_id = (select activity from quiz) order by position limit 3),
    users as (insert into core_users (email, firstname, lastname) select 'w' || n || '@killed.example', 'Opnieuw', 'Nagekeken' from generate_series(1, ${PEOPLE}) n returning id),
    members as (insert into core_memberships (company_id, user_id, role) select c.id, u.id, 'leerling' from users u, core_companies c where c.login_id = 'noordwind' returning id, company_id),
    taken as (
      insert into learning_participations (company_id, membership_id, course_id, version_id, status, language, started_at)
      select m.company_id, m.id, quiz.course, quiz.version, 'busy', 'nl', now() from members m, quiz returning id, company_id),
    states as (
      insert into learning_activity_states (company_id, participation_id, activity_id, status, grade, finished_at)
      select t.company_id, t.id, a.id, case when a.id = quiz.activity then 'doing' else 'finished' end, case when a.id = quiz.activity then 67 end, case when a.id = quiz.activity then null else now() end
        from taken t, quiz, learning_activities a where a.version_id = quiz.version),
    tried as (
      insert into learning_attempts (company_id, participation_id, activity_id, number, status, grade, submitted_at)
      select t.company_id, t.id, quiz.activity, 1, 'failed', 67, now() from taken t, quiz returning id, company_id),
    answers as (
      insert into learning_attempt_questions (company_id, attempt_id, question_id, position, answer_order, given, correct)
      select t.company_id, t.id, a.question_id, a.n, '{}', '{x}', a.n > 1 from tried t, asked a)
    select question_id::int as id from asked where n = 1`)) as [{ id: number }]
  return id
}

it('continues after a kill: everybody is marked and mailed once, and has one certificate', async () => {
  const first = await operator.start()
  const question = await attempts()
  const admin = new TestClient(first.url)
  expect((await admin.post('/public/auth/login/', { email: 'admin@platform.example', password: PASSWORD })).status).toBe(200)
  const withdrawn = await admin.post(`/api/learning/questions/${question}/withdrawal`, {
    reason: 'Twee antwoorden zijn goed.',
    also_fails: false,
  })
  expect(withdrawn.status).toBe(202)
  const facts = async () =>
    (
      await query<Record<string, number>>(`
      select count(*) filter (where p.status = 'passed')::int as passed, count(*) filter (where t.grade = 100)::int as marked,
             (select count(*) from core_mail_outbox o where o.trigger = 'learning.mail.regraded' and o.membership_id in (select id from core_memberships where lastname = 'Nagekeken'))::int as mails,
             (select count(*) from learning_participation_history h join learning_participations hp on hp.id = h.participation_id
               join core_memberships hm on hm.id = hp.membership_id where h.action = 'regraded' and hm.lastname = 'Nagekeken')::int as notes
        from learning_participations p join core_memberships m on m.id = p.membership_id join learning_attempts t on t.participation_id = p.id
       where m.lastname = 'Nagekeken'`)
    )[0]!
  await vi.waitFor(async () => expect((await facts()).passed).toBeGreaterThan(10), FOREVER)
  await first.kill()
  const before = await facts()
  expect(before.passed).toBeLessThan(PEOPLE)
  expect([before.marked, before.mails, before.notes]).toEqual([before.passed, before.passed, before.passed])

  const second = await operator.start()
  const everybody = { passed: PEOPLE, marked: PEOPLE, mails: PEOPLE, notes: PEOPLE }
  await vi.waitFor(async () => expect(await facts()).toEqual(everybody), FOREVER)
  const certified = async () =>
    (
      await query<{ n: number; people: number }>(`
      select count(*)::int as n, count(distinct c.membership_id)::int as people from certificates_certificates c
        join core_memberships m on m.id = c.membership_id where m.lastname = 'Nagekeken'`)
    )[0]
  await vi.waitFor(async () => expect(await certified()).toEqual({ n: PEOPLE, people: PEOPLE }), FOREVER)
  expect(await facts()).toEqual(everybody)
  await second.stop()
})
