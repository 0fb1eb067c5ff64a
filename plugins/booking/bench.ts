import type { PluginBench, Ratio, Scenario, ScenarioTools } from '#core/contract/bench'
import { BOOKING_TYPES } from './contract/index.js'

const LITTLE = { company: 'noordwind', bookings: 10_000 }
const MUCH = { company: 'bouwmeester', bookings: 1_000_000 }
/** The number of bookings in the list's budget. */
const MAX_RATIO = 1.5
const BOOKINGS = '/api/booking/bookings'

const BUYER = {
  company: 'Meting B.V.',
  contact: 'Crediteuren',
  contact_email: 'inkoop@meting.example',
  invoice_email: 'facturen@meting.example',
  street: 'Kade 1',
  postal_code: '1976 CA',
  city: 'IJmuiden',
  country: 'NL',
  vat_number: '',
}

const fine = (what: string, { status, body }: { status: number; body: unknown }, wanted = 200) => {
  if (status !== wanted) throw new Error(`${what} answered ${status} ${JSON.stringify(body).slice(0, 300)}`)
}

/** The wizard of a participant who books e-learning on invoice, from start to invoice number. */
function wizard({ sql }: ScenarioTools): Scenario {
  return {
    name: 'a booking: wizard, price, invoice',
    aim: 60,
    async run(client) {
      const offers = await client.get('/api/booking/offers')
      fine('the offers', offers)
      const { self, data } = offers.body as { self: number; data: { id: number; price_cents: number; adults_only: boolean }[] }
      const course = data.find(({ adults_only: adults, price_cents: cents }) => !adults && cents > 0)!.id
      const answers = { course, type: 'elearning', people: [{ membership: self }], method: 'invoice', buyer: BUYER }
      for (const step of ['type', 'people', 'billing']) fine('the draft', await client.put('/api/booking/draft', { answers, step }))
      const kept = await client.put('/api/booking/draft', { answers, step: 'billing' })
      const priced = await client.post('/api/booking/price', { answers })
      fine('the price', priced)
      const { id: draft, version } = kept.body.data
      const booked = await client.post(BOOKINGS, { draft, version, total_cents: priced.body.data.costs.total_cents })
      fine('the booking', booked, 201)
    },
    async check() {
      const [seen] = await sql(
        `select count(*)::int as n, count(distinct sequence)::int as different, max(sequence)::int as last,
                (select count(*)::int from booking_bookings b where b.buyer->>'company' = $1
                   and not exists (select 1 from invoices_invoices i where i.company_id = b.company_id and i.subject = 'booking:' || b.number)) as unbilled
           from invoices_invoices where kind = 'invoice'`,
        [BUYER.company],
      )
      const { n, different, last, unbilled } = seen as Record<string, number>
      if (n !== different || n !== last || unbilled) throw new Error(`Numbers of invoices: ${JSON.stringify(seen)}`)
      return `${n} invoices, numbered 1 to ${last} without a gap; no booking without one`
    },
  }
}

/** A company's bookings of three years, of 200 courses. */
async function fill({ sql }: ScenarioTools, { company, bookings }: typeof LITTLE): Promise<void> {
  await sql(
    `insert into booking_bookings
       (company_id, draft_id, number, type, status, course_id, course_name, exam, exam_at, people, lines, policy, net_cents, vat_cents,
        total_cents, discount, payment_method, order_number, buyer, created_at)
     select c.id, -n, 'G' || c.id || '-' || lpad(n::text, 7, '0'), ($3::text[])[1 + (n / 7) % 3],
            case when n % 997 = 0 then 'needs_processing' when n % 101 = 0 then 'failed' when n % 37 = 0 then 'canceled'
              when (n / 11) % 3 = 0 then 'paid' else 'invoice' end,
            n % 200,
            jsonb_build_object('nl', (array['Veilig werken', 'Hijsen en heffen', 'Brandpreventie', 'Elektrische installaties', 'Eerste hulp'])
              [1 + n % 5] || ' ' || chr(65 + n % 20), 'en', 'Course ' || n % 200),
            case when n % 3 > 0 then jsonb_build_object('city', 'Utrecht', 'startsAt', '2026-01-01T09:00:00Z') end,
            case when n % 3 > 0 then now() + make_interval(hours => n % 13000 - 9000) end,
            1 + n % 4, '[]', '{}', 10000, 2100, 1000 + (n::bigint * 7919) % 900000, case when n % 500 = 0 then 'proposed' end, 'invoice',
            case when n % 4 = 0 then 'PO-' || n end, jsonb_build_object('company', 'Afdeling ' || n % 50),
            now() - make_interval(secs => (n::float * 94600000 / $2::int))
       from core_companies c, generate_series(1, $2::int) n where c.login_id = $1`,
    [company, bookings, BOOKING_TYPES],
  )
}

/** Writes rows as a restored backup does, with indexes afterwards. */
async function load(tools: ScenarioTools): Promise<void> {
  const { sql } = tools
  const indexes = await sql(
    `select indexname, indexdef from pg_indexes where tablename = 'booking_bookings' and indexdef not like '%UNIQUE%'`,
  )
  for (const { indexname } of indexes) await sql(`drop index ${String(indexname)}`)
  await sql(`set session_replication_role = replica; set maintenance_work_mem = '512MB'`)
  for (const size of [LITTLE, MUCH]) await fill(tools, size)
  await sql(`set session_replication_role = origin`)
  for (const { indexdef } of indexes) await sql(String(indexdef))
  // The trigger that fills the search words did not run.
  await sql(`insert into booking_words (company_id, word) select distinct company_id, w from booking_bookings b,
      regexp_split_to_table(search_key(course_name->>'nl' || ' ' || (buyer->>'company')), '[^[:alnum:]]+') w
    where length(w) >= 4 on conflict do nothing`)
  await tools.settle('booking_bookings')
}

const QUERIES: readonly (readonly [string, string])[] = [
  ['as it opens', ''],
  ...['number', 'status', 'exam_at', 'total', 'created_at'].flatMap((sort) =>
    [sort, `-${sort}`].map((one) => [`sorted by ${one}`, `sort=${one}`] as const),
  ),
  ['one status that many have', 'status=invoice'],
  ['one status that few have', 'status=needs_processing'],
  ['several statuses', 'status=failed,needs_processing,canceled'],
  ['one kind', 'type=exam'],
  ['a proposed discount', 'discount=proposed'],
  ['exams of the coming 30 days', 'exam=next30'],
  ['booked in the last 30 days', 'booked=last30'],
  ['status, kind and days, sorted', 'status=paid&type=elearning_exam&exam=next90&sort=total'],
  ['what two filters leave nothing of', 'status=created&type=exam&sort=total'],
  ['a number searched', 'search=0000042'],
  ['a course searched', 'search=brandpreventie'],
  ['a course and a department searched', 'search=brandpreventie%20afdeling'],
  ['two letters searched', 'search=ve'],
  ['a typo searched', 'search=brantpreventie'],
  ['what nobody has searched', 'search=qqxxzz'],
  ['a search in a status', 'search=hijsen&status=invoice'],
  ['the deepest page', 'page=100'],
  ['the deepest page by amount', 'page=100&sort=-total'],
]

/** From the wizard to the invoice, and the list with a million bookings. */
const bench: PluginBench = {
  prepare: async () => [],
  scenarios: async (tools) => [wizard(tools)],

  async ratios(tools) {
    await load(tools)
    const little = await tools.signIn(`beheerder@${LITTLE.company}.example`, LITTLE.company)
    const much = await tools.signIn(`beheerder@${MUCH.company}.example`, MUCH.company)
    const admin = await tools.signIn('admin@platform.example')
    return QUERIES.flatMap(([name, query]): Ratio[] => {
      const path = `${BOOKINGS}?${query}`
      return [
        { name, path, little, much, most: MAX_RATIO },
        { name: `${name}, of all companies`, path, little, much: admin, most: MAX_RATIO },
      ]
    })
  },
}

export default bench
