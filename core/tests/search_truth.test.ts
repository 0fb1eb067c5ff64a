import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { superuserOfTest } from '#core/testing/superuser'

// A search with indexes outside the policies finds the same as reading every row, whatever is typed, and nothing of another company.

let superuser: pg.Client
let supervisor: TestClient
let admin: TestClient

beforeAll(async () => {
  await testApp()
  superuser = await superuserOfTest()
  // Names with special characters of the search.
  await superuser.query(`
    update core_users u set lastname = x.name from (values (1, '100% O''Neil_\\de'), (2, 'a$1 %L %1$s'), (3, 'D''Arc "quoted"'), (4, 'under_score')) as x (n, name),
      lateral (select m.user_id from core_memberships m join core_companies c on c.id = m.company_id
        where c.login_id = 'noordwind' and m.role = 'leerling' order by m.id offset x.n + 3 limit 1) m where u.id = m.user_id`)
  await superuser.query(`update core_memberships set firstname = firstname || '' where role = 'leerling'`)
  await superuser.query(`update core_memberships m set lastname = u.lastname from core_users u where u.id = m.user_id`)
  supervisor = await signInAs('beheerder@noordwind.example')
  admin = await signInAs('admin@platform.example')
})
afterAll(() => superuser.end())

interface Searched {
  name: string
  path: string
  client: () => TestClient
  /** Its rows by id with the searched text; limited to the rows that the list shows without a search. */
  texts: string
}

const OWN = `(select id from core_companies where login_id = 'noordwind')`
const LISTS: Searched[] = [
  {
    name: 'people of a company',
    path: '/api/people/participants',
    client: () => supervisor,
    texts: `select member_id as id, search_text as text from core_member_texts where company_id = ${OWN}`,
  },
  {
    name: 'people of all companies',
    path: '/api/people/participants',
    client: () => admin,
    texts: `select member_id as id, search_text as text from core_member_texts`,
  },
  {
    name: 'bookings',
    path: '/api/booking/bookings',
    client: () => admin,
    texts: `select id, search_text as text from booking_bookings`,
  },
  {
    name: 'bookings of a company',
    path: '/api/booking/bookings',
    client: () => supervisor,
    texts: `select id, search_text as text from booking_bookings where company_id = ${OWN}`,
  },
  {
    name: 'courses of a company',
    path: '/api/catalogue/offers',
    client: () => supervisor,
    texts: `select id, search_text as text from learning_courses where (company_id = ${OWN} or company_id is null) and is_consumer_course
      and status = 'available' and not is_project_instruction and offer_version_id is not null`,
  },
]

const HOSTILE = [
  ...[
    `'`,
    `''`,
    `%`,
    `%%%`,
    `_`,
    `___`,
    `\\`,
    `\\\\`,
    `\\'`,
    `'; select 1 --`,
    `$1`,
    `%L`,
    `%1$s`,
    `%s %s`,
    `' or true or '`,
    `100%`,
    `under_s`,
    `O'Neil_`,
  ],
  ...[
    `"quoted"`,
    `$$`,
    `{}`,
    `["a"]`,
    `\u{1F600}`,
    `İ`,
    `ﬁ`,
    'x'.repeat(200),
    'a '.repeat(100),
    'an\u200Bna',
    'd%27arc',
    `:a ? ?? ::text`,
    `e\u0301`,
  ],
]

/** A random generator with a fixed seed. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Every row whose text has each word of three letters or more: read one by one. */
async function truth(texts: string, search: string): Promise<Set<number>> {
  const { rows } = await superuser.query<{ id: string }>(
    `select t.id from (${texts}) t where not exists (select 1 from unnest($1::text[]) w where position(search_key(w) in t.text) = 0)`,
    [search.split(/\s+/).filter(Boolean).slice(0, 8)],
  )
  return new Set(rows.map(({ id }) => Number(id)))
}

interface Found {
  status: number
  ids: number[]
  total: number
}

async function found({ client, path }: Searched, search: string | null): Promise<Found> {
  const ids: number[] = []
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({ page: String(page), per_page: '100', ...(search !== null && { search }) })
    const { status, body } = await client().get(`${path}?${query.toString()}`)
    if (status !== 200) return { status, ids, total: -1 }
    ids.push(...(body.data as { id: number }[]).map(({ id }) => id))
    if (!body.data.length || ids.length >= body.meta.total || page === 30) return { status, ids, total: body.meta.total }
  }
}

describe.each(LISTS)('a search of $name', (list) => {
  it('finds exactly the rows that contain every word', async () => {
    const all = (await superuser.query<{ id: string; text: string }>(list.texts)).rows
    const shown = new Set((await found(list, null)).ids)
    expect(shown.size).toBeGreaterThan(0)
    expect([...shown].filter((id) => !all.some((row) => Number(row.id) === id))).toEqual([])
    const roll = dice(7)
    const one = <T>(of: readonly T[]): T => of[Math.floor(roll() * of.length)]!
    const piece = () => {
      const word = one(
        one(all)
          .text.split(/\s+/)
          .filter((part) => part.length >= 3),
      )
      const at = Math.floor(roll() * (word.length - 2))
      return word.slice(at, at + 3 + Math.floor(roll() * 4))
    }
    const random = Array.from({ length: 25 }, () => (roll() < 0.5 ? piece() : `${piece()} ${piece()}`))
    const wrong: object[] = []
    for (const search of [...random, ...HOSTILE]) {
      const { status, ids, total } = await found(list, search)
      const wanted = [...(await truth(list.texts, search))].filter((id) => shown.has(id)).sort((a, b) => a - b)
      const strangers = ids.filter((id) => !shown.has(id))
      // A word that matches nothing may be a typo; one or two letters match only the start of a word.
      const isExact = wanted.length > 0 && search.split(/\s+/).every((word) => word.length >= 3 || !word)
      const isWrong = isExact && (String(ids.toSorted((a, b) => a - b)) !== String(wanted) || total !== wanted.length)
      if (status !== 200 || strangers.length || isWrong)
        wrong.push({ search, status, strangers, got: ids.length, total, wanted: wanted.length })
    }
    expect(wrong).toEqual([])
    for (const nothing of ['%00', 'a%00b', '%ED%A0%80']) {
      const { status } = await list.client().get(`${list.path}?search=${nothing}`)
      expect([200, 400, 422], nothing).toContain(status)
    }
  })
})
