import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { superuserOfTest } from '#core/testing/superuser'

// More people than a search counts or sorts: each page must equal that page of a full sort.

const PEOPLE = 11_000
const COUNTED = 2500
let superuser: pg.Client
let noordwind: TestClient
let admin: TestClient
let stranger: number
let reference: { id: number; role: string; state: string; name: string; text: string }[]

beforeAll(async () => {
  await testApp()
  superuser = await superuserOfTest()
  // One in three is called Quinten, one in nine contains it, and eleven contain characters of patterns.
  await superuser.query(
    `with u as (
       insert into core_users (email, lastname, firstname, language)
       select 'many' || n || '@veelvoud.example', case when n % 3 = 0 then 'Quinten' when n % 9 = 1 then 'Jan-Quinten' when n % 1098 = 2 then 'q_inten%' else 'Naam' end,
              'Achternaam' || n * 7919 % 10007, 'nl' from generate_series(1, $1::int) n returning id)
     insert into core_memberships (company_id, user_id, role, status, created_at, last_seen_at, progress)
     select c.id, u.id, 'leerling', case when u.id % 23 = 0 then 'inactive' else 'active' end, now() - u.id % 4001 * interval '1 hour',
            case when u.id % 3 > 0 then now() - u.id % 4003 * interval '1 minute' end, case when u.id % 5 > 0 then u.id % 101 end from u, core_companies c where c.login_id = 'noordwind'`,
    [PEOPLE],
  )
  await superuser.query('vacuum (analyze) core_users, core_memberships, core_member_texts, core_name_words')
  const { rows } = await superuser.query(
    `select m.id::int, m.role, m.state, m.sort_name as name, t.search_text as text from core_memberships m join core_member_texts t on t.member_id = m.id
      where m.company_id = (select id from core_companies where login_id = 'noordwind') order by m.sort_name, m.id`,
  )
  reference = rows
  // In the middle of every order.
  const { rows: strangers } = await superuser.query(
    `with u as (insert into core_users (email, lastname, firstname, language) values ('many5@zzvreemd.example', 'Jan-Quinten', 'Achternaam5', 'nl') returning id)
     insert into core_memberships (company_id, user_id, role, status, created_at) select c.id, u.id, 'leerling', 'active', now() - interval '100 days' from u, core_companies c
      where c.login_id = 'bouwmeester' returning id::int`,
  )
  stranger = strangers[0].id
  noordwind = await signInAs('beheerder@noordwind.example')
  admin = await signInAs('admin@platform.example')
})
afterAll(() => superuser.end())

const ask = async (client: TestClient, query: string) => {
  const { status, body } = await client.get(`/api/people/participants?per_page=25&${query}`)
  expect(status).toBe(200)
  const { data, meta } = body as { data: { id: number }[]; meta: { total: number; more?: true } }
  return { ids: data.map(({ id }) => id), total: meta.total, more: meta.more ?? false }
}
const shown = (rows: readonly { id: number }[], page = 1) => rows.slice((page - 1) * 25, page * 25).map(({ id }) => id)

const COLUMN: Record<string, string> = {
  name: 'm.sort_name',
  email: 'm.email',
  registration_date: 'm.created_at',
  last_seen: 'm.last_seen_at',
  progress: 'm.progress',
}
const orderOf = (sort: string) => {
  const way = sort.startsWith('-') ? 'desc' : 'asc'
  return `${COLUMN[sort.replace('-', '')]} ${way} nulls last, m.id ${way}`
}

describe('a page opened by its number', () => {
  const all = async (sort: string): Promise<{ id: number }[]> =>
    (
      await superuser.query(
        `select m.id::int from core_memberships m where m.company_id = (select id from core_companies where login_id = 'noordwind') order by ${orderOf(sort)}`,
      )
    ).rows

  it.each(['name', '-email', 'last_seen', '-last_seen', 'progress', '-progress'])(
    'has whom it has by %s, wherever they went before',
    async (sort) => {
      const rows = await all(sort)
      for (const page of [220, 240, 200, 221, 220, 150, 330, 110, 300, 441, 1]) {
        const { ids, total } = await ask(noordwind, `sort=${sort}&page=${page}`)
        expect([page, ids, total]).toEqual([page, shown(rows, page), rows.length])
      }
    },
  )

  it('contains rows of its own list only', async () => {
    await ask(noordwind, 'page=220')
    const { status, body } = await noordwind.get('/api/groups/members?page=1')
    expect([status, body]).toMatchObject([200, { data: [], meta: { total: 0 } }])
  })

  it('stays in place when its first row moves or is deleted', async () => {
    const rows = await all('registration_date')
    const first = shown(rows, 200)[0]!
    expect((await ask(noordwind, 'sort=registration_date&page=200')).ids[0]).toBe(first)
    await superuser.query(`update core_memberships set created_at = '2001-01-01' where id = $1`, [first])
    try {
      const moved = await all('registration_date')
      // Shifted by one place because a row was added before it, but not back at the beginning.
      expect((await ask(noordwind, 'sort=registration_date&page=210')).ids).toEqual(
        moved.slice(209 * 25 + 1, 210 * 25 + 1).map(({ id }) => id),
      )
    } finally {
      await superuser.query(`update core_memberships set created_at = now() - id % 4001 * interval '1 hour' where id = $1`, [first])
    }
  })
})

describe('a search that finds more people than are counted', () => {
  it('starts with names that begin with the word, in order, on each page', async () => {
    const called = reference.filter(({ name }) => name.startsWith('quinten'))
    expect(called.length).toBeGreaterThan(COUNTED)
    for (const page of [1, 2, 57, 100])
      expect(await ask(noordwind, `search=quinten&page=${page}`)).toEqual({ ids: shown(called, page), total: COUNTED, more: true })
  })

  it('is in name order when the word is anywhere in the names', async () => {
    const found = reference.filter(({ text }) => text.includes('inten'))
    expect(found.length).toBeGreaterThan(COUNTED)
    for (const page of [1, 99])
      expect(await ask(noordwind, `search=inten&page=${page}`)).toEqual({ ids: shown(found, page), total: COUNTED, more: true })
  })

  it('walks the name index for a very common word and sorts for a distant page', async () => {
    const found = reference.filter(({ text }) => text.includes('veelvoud'))
    expect(found.length).toBe(PEOPLE)
    for (const page of [1, 79, 80, 81, 100])
      expect(await ask(noordwind, `search=veelvoud&page=${page}`)).toEqual({ ids: shown(found, page), total: COUNTED, more: true })
  })

  it('can be narrowed by role and state', async () => {
    const inactive = reference.filter(({ text, state }) => text.includes('veelvoud') && state === 'inactive')
    expect(inactive.length).toBeLessThan(COUNTED)
    expect(await ask(noordwind, 'search=veelvoud&status=inactive&page=3')).toEqual({
      ids: shown(inactive, 3),
      total: inactive.length,
      more: false,
    })
    const active = reference.filter(({ name, state }) => name.startsWith('quinten') && state === 'active')
    expect(active.length).toBeGreaterThan(COUNTED)
    expect((await ask(noordwind, 'search=quinten&status=active')).ids).toEqual(shown(active))
    expect(await ask(noordwind, 'search=quinten&role=beheerder')).toEqual({ ids: [], total: 0, more: false })
  })

  it('can be narrowed to the few that match', async () => {
    const { ids, total } = await ask(noordwind, 'search=en&role=beheerder')
    const found = reference.filter(({ role, text }) => role === 'beheerder' && text.includes('en'))
    expect([[...ids].sort(), total]).toEqual([found.map(({ id }) => id).sort(), found.length])
  })

  it('finds names of the maximum length in letters that take the most bytes', async () => {
    const [firstname, lastname] = [String.fromCodePoint(0x4e00).repeat(100), '½'.repeat(100)]
    const longest = { firstname, lastname, email: `${'l'.repeat(60)}@${'lang.'.repeat(30)}example` }
    const rest = { birthdate: '1990-02-28', language: 'nl', role: 'leerling', invite: false, company: null }
    expect((await noordwind.post('/api/people/participants', { ...longest, ...rest })).status).toBe(201)
    expect(await ask(noordwind, `search=${encodeURIComponent('½½½')}`)).toMatchObject({ total: 1 })
  })

  it('remembers a word for typos until the last person with it is deleted, however many share their other names', async () => {
    const add = async (name: string, mailbox = name) => {
      const { rows } = await superuser.query(
        `with u as (insert into core_users (email, firstname, lastname, language) values ($2 || '@woord.example', $1, 'Quinten', 'nl') returning id)
         insert into core_memberships (company_id, user_id, role, status) select c.id, u.id, 'leerling', 'active' from u, core_companies c where c.login_id = 'noordwind' returning id`,
        [name, mailbox],
      )
      return rows[0].id as number
    }
    const words = async () =>
      (
        await superuser.query(
          `select word from core_name_words where word in ('zzenig', 'zztwee', 'zzanders', 'zzsamen', 'quinten') and company_id in (select id from core_companies where login_id = 'noordwind') order by 1`,
        )
      ).rows.map(({ word }) => word)
    const leave = (id: number) => superuser.query('delete from core_memberships where id = $1', [id])
    const [once, twice] = [await add('Zzenig'), await add('Zztwee')]
    const again = await add('Zzanders-Zztwee')
    expect(await words()).toEqual(['quinten', 'zzanders', 'zzenig', 'zztwee'])
    await leave(once)
    await leave(twice)
    expect(await words()).toEqual(['quinten', 'zzanders', 'zztwee'])
    await leave(again)
    expect(await words()).toEqual(['quinten'])

    // Two people of one name are deleted concurrently: each sees the other unless the deletions are serialised.
    const [first, second] = [await add('Zzsamen', 'een'), await add('Zzsamen', 'twee')]
    const other = await superuserOfTest()
    try {
      await superuser.query('begin')
      await leave(first)
      // As at the end of the transaction: words are locked last of all.
      await superuser.query('set constraints all immediate')
      let isGone = false
      const leaving = other.query('delete from core_memberships where id = $1', [second]).then(() => (isGone = true))
      const waits = `select 1 from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`
      await expect.poll(async () => isGone || (await superuser.query(waits)).rowCount).toBe(1)
      await superuser.query('commit')
      await leaving
    } finally {
      await other.end()
    }
    expect(await words()).toEqual(['quinten'])

    // A person is added while the last one of a name is deleted: whichever ends first, the word exists.
    for (const isLate of [false, true]) {
      const last = await add('Zzsamen', `laatste-${isLate}`)
      const other = await superuserOfTest()
      try {
        await superuser.query('begin')
        const comes = await add('Zzsamen', `nieuw-${isLate}`)
        if (isLate) await superuser.query('set constraints all immediate')
        let isGone = false
        const leaving = other.query('delete from core_memberships where id = $1', [last]).then(() => (isGone = true))
        const waits = `select 1 from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`
        await expect.poll(async () => isGone || Boolean((await superuser.query(waits)).rowCount)).toBe(true)
        await superuser.query('commit')
        await leaving
        expect(await words()).toEqual(['quinten', 'zzsamen'])
        await leave(comes)
      } finally {
        await other.end()
      }
    }
    expect(await words()).toEqual(['quinten'])
  })

  it('treats pattern characters literally', async () => {
    const odd = reference.filter(({ text }) => text.includes('q_inten%'))
    expect(odd.length).toBe(11)
    for (const typed of ['q_inten', 'q_inten%25', '%25'])
      expect(await ask(noordwind, `search=${typed}`)).toMatchObject({ total: 11, more: false })
  })

  it('gives the same number and the right order for a custom sort', async () => {
    const back = reference.filter(({ text }) => text.includes('quinten')).reverse()
    expect(await ask(noordwind, 'search=quinten&sort=-name')).toEqual({ ids: shown(back), total: COUNTED, more: true })
  })

  it.each(['email', '-email', 'registration_date', '-registration_date', 'last_seen', '-last_seen', 'progress', '-progress', 'name'])(
    'walks to its pages by %s, and on from the row before',
    async (sort) => {
      const { rows } = await superuser.query(
        `select m.id::int from core_memberships m join core_member_texts t on t.member_id = m.id where t.company_id = (select id from core_companies where login_id = 'noordwind')
          and t.search_text like '%inten%' order by ${orderOf(sort)}`,
      )
      for (const page of [1, 2, 60, 100]) {
        const ids = shown(rows, page)
        expect(await ask(noordwind, `search=inten&sort=${sort}&page=${page}`)).toEqual({ ids, total: COUNTED, more: true })
        const before = shown(rows, page - 1).at(-1)
        if (before) expect((await ask(noordwind, `search=inten&sort=${sort}&page=${page}&after=${before}`)).ids).toEqual(ids)
      }
      // No rows follow a deleted row, and the position of another company's person must not be revealed.
      expect((await ask(noordwind, `search=inten&sort=${sort}&page=2&after=999999999`)).ids).toEqual(shown(rows, 2))
      expect((await ask(noordwind, `search=inten&sort=${sort}&page=2&after=${stranger}`)).ids).toEqual(shown(rows, 2))
    },
  )

  it('is counted and shown under a filter of the list, however many rows remain', async () => {
    for (const [range, sort] of [
      ['last90', 'name'],
      ['last90', '-email'],
      ['last30', 'last_seen'],
    ]) {
      const { rows } = await superuser.query(
        `select m.id::int from core_memberships m join core_member_texts t on t.member_id = m.id where t.company_id = (select id from core_companies where login_id = 'noordwind')
          and t.search_text like '%inten%' and m.created_at >= ((now() at time zone 'Europe/Amsterdam')::date - ${range!.slice(4)})::timestamp at time zone 'Europe/Amsterdam' order by ${orderOf(sort!)}`,
      )
      expect(await ask(noordwind, `search=inten&registration_date=${range}&sort=${sort}&page=3`)).toEqual({
        ids: shown(rows, 3),
        total: Math.min(rows.length, COUNTED),
        more: rows.length > COUNTED,
      })
    }
  })

  it('corrects no typo when a person matches the typed word, whatever the filter', async () => {
    expect(await ask(noordwind, 'search=q_inten%25&role=beheerder')).toEqual({ ids: [], total: 0, more: false })
    const typo = await ask(noordwind, 'search=quintenn&status=active')
    expect(typo.total).toBeGreaterThan(0)
  })

  it('finds the same across companies', async () => {
    const called = reference.filter(({ name }) => name.startsWith('quinten'))
    expect(await ask(admin, 'search=quinten&page=2')).toEqual({ ids: shown(called, 2), total: COUNTED, more: true })
    expect(await ask(admin, 'search=veelvoud')).toMatchObject({ total: COUNTED, more: true })
  })

  it('acts on all matches by their number, which is reported when it was not known', async () => {
    const act = (count: number) =>
      noordwind.post('/api/people/participants/act', { action: 'people.invite', filter: 'search=quinten', except: [], count })
    const { status, body } = await act(COUNTED)
    expect([status, body]).toMatchObject([
      409,
      { code: 'selection_changed', count: reference.filter(({ text }) => text.includes('quinten')).length },
    ])
  })

  it('reports few when there are few, also when most were deleted and the database statistics are outdated', async () => {
    // Each deletion checks every table that names a person, so only those who are searched for are deleted.
    await superuser.query(
      `delete from core_memberships where email like 'many%@veelvoud.example' and sort_name like '%inten%' and id % 3 <> 0`,
    )
    for (const search of ['quinten', 'inten']) {
      const { rows } = await superuser.query(
        `select m.member_id::int as id from core_member_texts m where m.company_id = (select id from core_companies where login_id = 'noordwind') and m.search_text like $1 order by m.sort_name, m.member_id`,
        [`%${search}%`],
      )
      expect(rows.length).toBeLessThan(COUNTED)
      expect(await ask(noordwind, `search=${search}&sort=name`)).toEqual({ ids: shown(rows), total: rows.length, more: false })
    }
  })
})
