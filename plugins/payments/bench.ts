import type { Asked, PluginBench, ScenarioTools } from '#core/contract/bench'

const LITTLE = { company: 'noordwind', payments: 2_000 }
const MUCH = { company: 'bouwmeester', payments: 200_000 }
const MAX_RATIO = 1.5
const PAYMENTS = '/api/payments/payments'

/** Creates payments over three years, most of them paid. */
async function fill({ sql }: ScenarioTools, { company, payments }: typeof LITTLE): Promise<void> {
  await sql(
    `insert into payments_payments (company_id, key, amount_cents, description, lapses_at, paid_at, failed_at, lapsed_at, refunded_cents, created_at)
     select c.id, 'bench:' || n, 1000 + (n::bigint * 7919) % 900000,
            'M' || lpad(n::text, 7, '0') || ' ' || (array['Veilig werken', 'Hijsen en heffen', 'Brandpreventie', 'Elektrisch', 'Eerste hulp'])[1 + n % 5],
            at, case when n % 7 > 0 then at end, case when n % 7 = 0 and n % 2 = 0 then at end, case when n % 14 = 7 then at end,
            case when n % 29 = 1 then 1000 else 0 end, at
       from core_companies c, generate_series(1, $2::int) n, lateral (select now() - make_interval(secs => n::float * 94600000 / $2::int) as at) a
      where c.login_id = $1`,
    [company, payments],
  )
}

const QUERIES: Asked = [
  ['as it opens', ''],
  ...['description', 'amount', 'created_at', 'paid_at'].flatMap((sort) =>
    [sort, `-${sort}`].map((one) => [`sorted by ${one}`, `sort=${one}`] as const),
  ),
  ['paid', 'state=paid'],
  ['failed and lapsed', 'state=failed,lapsed'],
  ['a number searched', 'search=m0000042'],
  ['a course searched', 'search=brandpreventie'],
  ['a typo searched', 'search=brantpreventie'],
  ['what nobody has searched', 'search=qqxxzz'],
  ['the deepest page', 'page=100'],
]

/** The list of payments with a hundred times as many rows. */
const bench: PluginBench = {
  prepare: async () => [],

  async ratios(tools) {
    for (const size of [LITTLE, MUCH]) await fill(tools, size)
    await tools.settle('payments_payments', 'payments_words')
    return tools.compare(PAYMENTS, QUERIES, { little: LITTLE.company, much: MUCH.company, most: MAX_RATIO })
  },
}

export default bench
