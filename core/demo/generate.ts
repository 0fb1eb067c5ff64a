import { parseArgs } from 'node:util'
import db from '@adonisjs/lucid/services/db'
import { FIRST_NAMES, LAST_NAMES } from './generated_names.js'

export interface Amounts {
  companies: number
  memberships: number
  /** The number of people in the first company. The rest is spread evenly. */
  largest: number
}

/**
 * Fills the platform with generated companies and people, for measurements at scale. Deterministic; runs once per database. The people
 * cannot sign in. Runs in the system's scope.
 * @throws Error when generated companies exist already
 */
export async function generate({ companies, memberships, largest }: Amounts): Promise<void> {
  if (await db.from('core_companies').where('login_id', 'like', 'gen-%').first()) throw new Error('Generated companies are there already.')
  await db.rawQuery(
    `insert into core_companies (login_id, name, legal_name, sender_name, primary_color, secondary_color, city, plugins)
     select 'gen-' || lpad(n::text, 5, '0'), 'Bedrijf ' || n, 'Bedrijf ' || n || ' B.V.', 'Opleiding Bedrijf ' || n, '#2F4858', '#7A8B99',
            (array['Utrecht', 'Rotterdam', 'Zwolle', 'Vlissingen', 'Delfzijl'])[1 + n % 5],
            (select plugins from core_companies where cardinality(plugins) > 0 order by id limit 1)
       from generate_series(1, ?::int) n`,
    [companies],
  )
  // The commonest surname belongs to one person in a hundred, the rarest to a few in a hundred thousand. One in seven has two surnames.
  const first = `(?::text[])[1 + floor(power((n * 7919 % 100003) / 100003.0, 1.2) * ${FIRST_NAMES.length})::int]`
  const last = (prime: number) => `(?::text[])[1 + floor(power((n * ${prime} % 100019) / 100019.0, 1.5) * ${LAST_NAMES.length})::int]`
  await db.rawQuery(
    `insert into core_users (email, firstname, lastname, language, email_verified_at)
     select 'gen' || n || '@generated.example', ${first}, ${last(6101)} || case when n % 7 = 0 then '-' || ${last(3571)} else '' end, 'nl', now()
       from generate_series(1, ?::bigint) n`,
    [FIRST_NAMES as string[], LAST_NAMES as string[], LAST_NAMES as string[], memberships],
  )
  await db.rawQuery(
    `with c as (select id, row_number() over (order by login_id) as number from core_companies where login_id like 'gen-%'),
          u as (select id, row_number() over (order by id) as number from core_users where email like 'gen%@generated.example')
     insert into core_memberships (company_id, user_id, role, status, created_at, last_seen_at)
     select c.id, u.id, case when u.number % 50 = 0 then 'beheerder' else 'leerling' end, case when u.number % 23 = 0 then 'inactive' else 'active' end,
            now() - (u.number % 900) * interval '1 day', now() - (u.number % 60) * interval '1 hour'
       from u join c on c.number = case when u.number <= ?::int then 1 else 1 + u.number % ?::int end`,
    [largest, companies],
  )
}

/** `core.generate --companies 1000 --memberships 200000 --largest 100000` */
export async function generateCommand(args: readonly string[]): Promise<void> {
  const option = (value: string) => ({ type: 'string' as const, default: value })
  const { values } = parseArgs({
    args: [...args],
    options: { companies: option('1000'), memberships: option('200000'), largest: option('100000') },
  })
  const amounts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)])) as unknown as Amounts
  if (Object.values(amounts).some((amount) => !Number.isInteger(amount) || amount < 1 || amount > 5_000_000)) {
    throw new Error('Usage: npm run plugin:command -- core.generate --companies 1000 --memberships 200000 --largest 100000')
  }
  await generate(amounts)
}
