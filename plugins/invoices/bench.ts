import type { Asked, PluginBench, ScenarioTools } from '#core/contract/bench'

const LITTLE = { company: 'noordwind', invoices: 2_000 }
const MUCH = { company: 'bouwmeester', invoices: 200_000 }
const MAX_RATIO = 1.5
const INVOICES = '/api/invoices/invoices'

/** Creates invoices over three years; one in ten paid by hand, in another series than the platform's own. */
async function fill({ sql }: ScenarioTools, { company, invoices }: typeof LITTLE): Promise<void> {
  await sql(
    `with made as (
       insert into invoices_invoices
         (company_id, number, kind, year, sequence, subject, issued_on, due_on, order_number, language, seller, buyer, lines, groups, net_cents,
          vat_cents, total_cents)
       select c.id, 'M' || c.id || '-' || lpad(n::text, 7, '0'), 'invoice', 1900 + c.id::int, n, 'bench:' || n, current_date - (n % 1000),
              current_date - (n % 1000) + 30, case when n % 4 = 0 then 'PO-' || n end, 'nl', '{}',
              jsonb_build_object('company', (array['Veilig', 'Hijswerk', 'Brandweer', 'Installatie', 'Hulpdienst'])[1 + n % 5] || ' afdeling ' || n % 50),
              '[]', '[]', 10000, 2100, 1000 + (n::bigint * 7919) % 900000
         from core_companies c, generate_series(1, $2::int) n where c.login_id = $1
       returning company_id, id, sequence)
     insert into invoices_payments (company_id, invoice_id, paid_at, way) select company_id, id, now(), 'hand' from made where sequence % 10 = 0`,
    [company, invoices],
  )
}

const QUERIES: Asked = [
  ['as it opens', ''],
  ...['number', 'issued_on', 'due_on', 'total'].flatMap((sort) =>
    [sort, `-${sort}`].map((one) => [`sorted by ${one}`, `sort=${one}`] as const),
  ),
  ['open', 'status=open'],
  ['overdue and paid', 'status=overdue,paid'],
  ['issued in the last 30 days', 'issued=last30'],
  ['due in the coming 30 days, open, by amount', 'due=next30&status=open&sort=-total'],
  ['a number searched', 'search=0000042'],
  ['a buyer searched', 'search=brandweer'],
  ['a typo searched', 'search=brantweer'],
  ['what nobody has searched', 'search=qqxxzz'],
  ['the deepest page', 'page=100'],
]

/** The list of invoices with a hundred times as many rows. */
const bench: PluginBench = {
  prepare: async () => [],

  async ratios(tools) {
    for (const size of [LITTLE, MUCH]) await fill(tools, size)
    await tools.settle('invoices_invoices', 'invoices_list', 'invoices_payments', 'invoices_words')
    return tools.compare(INVOICES, QUERIES, { little: LITTLE.company, much: MUCH.company, most: MAX_RATIO })
  },
}

export default bench
