import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#core/testing/app'

// A function that bypasses the policies is a risk: each one is listed here with the roles that may call it.

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const rowsOf = async (sql: string) => {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  return (await db.rawQuery(sql)).rows as Record<string, unknown>[]
}

describe('a function that runs with the owner’s rights', () => {
  it('is on this list, and can be called by nobody else', async () => {
    const found = await app.asSystem(() =>
      rowsOf(`
        select p.proname as name,
               (select string_agg(r, ' ' order by r) from unnest(array['platform_tenant', 'platform_across', 'platform_app', 'platform_app_across']) r
                 where has_function_privilege(r, p.oid, 'execute')) as callers,
               exists (select 1 from unnest(p.proconfig) c where c like 'search_path=public, pg_temp') as "isTied"
          from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where n.nspname not in ('pg_catalog', 'information_schema', 'pgboss') and p.prosecdef order by 1`),
    )
    expect(found).toEqual([
      // Ids of bookings that match a search: no text index is used under a policy.
      { name: 'booking_find', callers: 'platform_tenant', isTied: true },
      { name: 'booking_find_across', callers: 'platform_across platform_app_across', isTied: true },
      // Adds to the visit counts of the links with these tokens. Anybody with a token may count a visit. Returns nothing.
      { name: 'booking_links_visits', callers: 'platform_tenant', isTied: true },
      // Words similar to a typed one: under a policy each would have to be compared.
      { name: 'booking_words_like', callers: 'platform_tenant', isTied: true },
      { name: 'booking_words_like_across', callers: 'platform_across platform_app_across', isTied: true },
      // People of one company, never a person with an account (decision 0230).
      { name: 'core_add_members', callers: 'platform_tenant', isTied: true },
      { name: 'core_end_sessions', callers: null, isTied: true },
      { name: 'core_find_members', callers: 'platform_tenant', isTied: true },
      { name: 'core_find_members_across', callers: 'platform_across platform_app_across', isTied: true },
      { name: 'core_keep_member_text', callers: null, isTied: true },
      { name: 'core_membership_names', callers: null, isTied: true },
      { name: 'core_note_audit', callers: 'platform_across platform_app_across platform_tenant', isTied: true },
      // The language belongs to the person: a trigger copies it to each of their companies.
      { name: 'core_note_language', callers: null, isTied: true },
      { name: 'core_note_name_words', callers: null, isTied: true },
      { name: 'core_search_members', callers: 'platform_tenant', isTied: true },
      // The login of the jobs has its role's rights at once; the other login has to switch to its role.
      { name: 'core_search_members_across', callers: 'platform_across platform_app_across', isTied: true },
      // Ids for restored rows: it allocates ids and reads which are taken.
      { name: 'core_take_ids', callers: 'platform_across platform_app_across', isTied: true },
      { name: 'core_user_names', callers: null, isTied: true },
      // The results behind a read-only link, for the holder of its token.
      { name: 'evaluations_shared', callers: 'platform_tenant', isTied: true },
      // Seat numbers over all companies, and the lock under which they are counted (decision 0148).
      { name: 'exams_lock_moment', callers: 'platform_across platform_app_across platform_tenant', isTied: true },
      { name: 'exams_plan_request', callers: 'platform_across platform_app_across platform_tenant', isTied: true },
      { name: 'exams_seats_taken', callers: 'platform_across platform_app_across platform_tenant', isTied: true },
      // Used by a trigger: an invoice never changes. Also the next number of a series that runs through all companies (decision 0157).
      { name: 'invoices_are_kept', callers: null, isTied: true },
      { name: 'invoices_find', callers: 'platform_tenant', isTied: true },
      { name: 'invoices_find_across', callers: 'platform_across platform_app_across', isTied: true },
      { name: 'invoices_next_number', callers: 'platform_across platform_app_across platform_tenant', isTied: true },
      { name: 'invoices_words_like', callers: 'platform_tenant', isTied: true },
      { name: 'invoices_words_like_across', callers: 'platform_across platform_app_across', isTied: true },
      // Courses of a catalogue: the company’s own and the platform’s.
      { name: 'learning_find_offers', callers: 'platform_tenant', isTied: true },
      { name: 'learning_find_offers_across', callers: 'platform_across platform_app_across', isTied: true },
      { name: 'learning_offer_words_like', callers: 'platform_tenant', isTied: true },
      { name: 'learning_offer_words_like_across', callers: 'platform_across platform_app_across', isTied: true },
      // Whether one platform sent an address to another company, as yes or no.
      { name: 'lti_same_person', callers: 'platform_across platform_app_across platform_tenant', isTied: true },
      // For a person who follows the link of their mail or unsubscribes, after their number is verified. Also how many mails may be written
      // now, whether all are, and which of two subjects the rest get. A visitor adds a lead and reads none; old leads are deleted.
      { name: 'marketing_choose', callers: 'platform_tenant', isTied: true },
      { name: 'marketing_clicked', callers: 'platform_tenant', isTied: true },
      { name: 'marketing_finish', callers: 'platform_tenant', isTied: true },
      { name: 'marketing_forget_leads', callers: 'platform_tenant', isTied: true },
      { name: 'marketing_hand_in', callers: 'platform_across platform_app_across platform_tenant', isTied: true },
      { name: 'marketing_take', callers: 'platform_tenant', isTied: true },
      { name: 'marketing_unsubscribe', callers: 'platform_tenant', isTied: true },
      { name: 'marketing_unsubscribe_reminder', callers: 'platform_tenant', isTied: true },
      { name: 'payments_find', callers: 'platform_tenant', isTied: true },
      { name: 'payments_find_across', callers: 'platform_across platform_app_across', isTied: true },
      { name: 'payments_words_like', callers: 'platform_tenant', isTied: true },
      { name: 'payments_words_like_across', callers: 'platform_across platform_app_across', isTied: true },
      // The first person of the waiting list, as an id (decision 0150).
      { name: 'waiting_list_first', callers: 'platform_across platform_app_across platform_tenant', isTied: true },
    ])
  })

  it('finds members of the current company only, whatever is searched', async () => {
    // The searchable text of every member.
    const search = `select core_search_members(array['a'], null) as id union select core_search_members(array['%'], null) union select core_search_members(array[''], null)`
    const all = await app.asSystem(() => rowsOf('select id, company_id from core_memberships'))
    for (const loginId of ['noordwind', 'bouwmeester']) {
      const [company] = await app.asSystem(() => rowsOf(`select id from core_companies where login_id = '${loginId}'`))
      const found = await app.inCompany(loginId, () => rowsOf(search))
      const own = all.filter(({ company_id: id }) => id === company!.id).map(({ id }) => id as number)
      expect(found.map(({ id }) => id as number).sort((a, b) => a - b)).toEqual(own.sort((a, b) => a - b))
    }
  })
})

describe('the names used to correct typos', () => {
  const words = () => app.asSystem(() => rowsOf(`select company_id, word from core_name_words where word like 'zzyxlaan%'`))
  const person = async (loginId: string, lastname: string) =>
    app.asSystem(async () => {
      const { default: db } = await import('@adonisjs/lucid/services/db')
      const [user] = (
        await db.rawQuery(`insert into core_users (email, firstname, lastname) values (?, 'Iemand', ?) returning id`, [
          `${lastname}-${loginId}@words.example`.toLowerCase(),
          lastname,
        ])
      ).rows
      const [member] = (
        await db.rawQuery(
          `insert into core_memberships (company_id, user_id, role) select id, ?, 'leerling' from core_companies where login_id = ? returning id`,
          [user.id, loginId],
        )
      ).rows
      return { user: user.id as number, member: member.id as number }
    })
  const search = async (loginId: string) =>
    (await app.inCompany(loginId, () => rowsOf(`select core_search_members(array['zzyxlaann'], null) as id`))).map(({ id }) => id)

  it('belong to the current company, and disappear with the last person who has them', async () => {
    const one = await person('noordwind', 'Zzyxlaan')
    expect(await search('noordwind')).toEqual([one.member])
    expect(await search('bouwmeester')).toEqual([])
    const other = await person('noordwind', 'Zzyxlaan-Berg')
    await app.asSystem(() => rowsOf(`delete from core_memberships where id = ${one.member}`))
    expect(await words()).toHaveLength(1)
    await app.asSystem(() => rowsOf(`update core_users set lastname = 'Anders' where id = ${other.user}`))
    expect(await words()).toEqual([])
    expect(await search('noordwind')).toEqual([])
  })
})

describe('the search text of a member', () => {
  const texts = (where: string) => app.asSystem(() => rowsOf(`select * from core_member_texts t where ${where}`))

  it('follows the membership and is deleted with it', async () => {
    const differing = `not exists (select 1 from core_memberships m where (m.id, m.company_id, m.role, m.state, m.sort_name)
      = (t.member_id, t.company_id, t.role, t.state, t.sort_name))`
    const of = (id: number) => texts(`t.member_id = ${id}`)
    const [member] = await app.asSystem(() =>
      rowsOf(`insert into core_memberships (company_id, user_id, role)
        select c.id, u.id, 'leerling' from core_companies c, core_users u where c.login_id = 'bouwmeester' and u.email = 'daan.bakker@noordwind.example' returning id`),
    )
    const id = member!.id as number
    expect(await of(id)).toMatchObject([{ search_text: 'daan bakker daan.bakker@noordwind.example', state: 'active' }])
    for (const change of [
      `status = 'inactive'`,
      `role = 'beheerder'`,
      `company_id = (select id from core_companies where login_id = 'examenhuis')`,
    ]) {
      await app.asSystem(() => rowsOf(`update core_memberships set ${change} where id = ${id}`))
      expect(await of(id)).toHaveLength(1)
      expect(await texts(differing)).toEqual([])
    }
    await app.asSystem(() => rowsOf(`delete from core_memberships where id = ${id}`))
    expect(await of(id)).toEqual([])
    const [counts] = await app.asSystem(() =>
      rowsOf('select (select count(*) from core_member_texts) - (select count(*) from core_memberships) as more'),
    )
    expect(Number(counts!.more)).toBe(0)
  })
})
