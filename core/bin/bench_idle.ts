import type { ScenarioTools } from '../contract/bench.js'
import { inWords, type Pids, measureCpu } from './bench_cpu.js'

const COMPANIES = 10_000
/** Long enough for jobs that run every minute and every five minutes. */
const MINUTES = 6
/** Allowed CPU milliseconds per minute for idle companies, server and database together. */
const MAX_CPU_MS = 2_000

/** Measures the CPU of an idle platform per minute: with the demo's companies, then with 10,000 more. */
export async function runIdle(sql: ScenarioTools['sql'], pids: Pids): Promise<void> {
  console.log(
    `\nCPU milliseconds a minute in which nobody works, server and database together (the database alone), over ${MINUTES} minutes\n`,
  )
  const measure = async (name: string) => {
    // Let work that is under way end.
    await new Promise((resolve) => setTimeout(resolve, 20_000))
    const spent = measureCpu(pids)
    await new Promise((resolve) => setTimeout(resolve, MINUTES * 60_000))
    const each = spent(MINUTES)
    console.log(`${name.padEnd(32)} ${inWords(each, 0)}`)
    return each.server + each.database
  }
  const before = await measure('the companies of the demo')
  await addIdleCompanies(sql)
  const after = await measure(`${COMPANIES} companies more`)
  const cost = after - before
  console.log(
    `${'the idle companies'.padEnd(32)} ${cost.toFixed(0).padStart(6)} ms${cost > MAX_CPU_MS ? `   MORE THAN ${MAX_CPU_MS}` : ''}`,
  )
  if (cost > MAX_CPU_MS) throw new Error(`${COMPANIES} idle companies cost ${cost.toFixed(0)} ms a minute, more than ${MAX_CPU_MS}.`)
}

/** Companies with every plugin on and ten people each, without activity for a month. */
async function addIdleCompanies(sql: ScenarioTools['sql']): Promise<void> {
  await sql(
    `insert into core_companies (login_id, name, legal_name, sender_name, primary_color, secondary_color, plugins, created_at, updated_at)
     select 'idle' || n, 'Idle ' || n, 'Idle ' || n, 'Idle', c.primary_color, c.secondary_color, c.plugins, now() - interval '1 month', now() - interval '1 month'
       from core_companies c, generate_series(1, $1::int) n where c.login_id = 'noordwind'`,
    [COMPANIES],
  )
  await sql(
    `with u as (
       insert into core_users (email, firstname, lastname, language)
       select 'idle' || c.id || '-' || n || '@idle.example', 'Idle', 'Person ' || n, 'nl'
         from core_companies c, generate_series(1, 10) n where c.login_id like 'idle%'
       returning id, email)
     insert into core_memberships (company_id, user_id, role, created_at)
     select split_part(split_part(u.email::text, '-', 1), 'idle', 2)::bigint, u.id, 'leerling', now() - interval '1 month' from u`,
  )
  await sql(`update core_memberships set changed_at = now() - interval '1 month' where changed_at > now() - interval '1 day'`)
  // They have already received the events from before their plugins were on.
  await sql(
    `insert into core_replays (company_id, plugin, event, finished_at)
     select c.id, r.plugin, r.event, now() from core_companies c, core_replays r join core_companies n on n.id = r.company_id and n.login_id = 'noordwind'
      where c.login_id like 'idle%'`,
  )
  await sql('vacuum analyze')
}
