import type { ScenarioTools } from '../contract/bench.js'

/** A table with this many rows is big: no call may scan all of it. */
const BIG = 100_000
/** Each call is repeated at least this often. Cached counts, jobs and reads with a limit scan less than that. */
const BESIDE_CALLS = 90
/** After this long an idle connection has reported its statistics. */
const TOLD_MS = 11_000

const READ = `
  select s.relname as table, s.seq_tup_read::float8 as read, c.reltuples::float8 as rows
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid where c.reltuples >= ${BIG}`

async function readSoFar(sql: ScenarioTools['sql']): Promise<Map<string, { read: number; rows: number }>> {
  await sql('select pg_stat_force_next_flush()')
  await new Promise((resolve) => setTimeout(resolve, TOLD_MS))
  const seen = (await sql(READ)) as { table: string; read: number; rows: number }[]
  return new Map(seen.map(({ table, ...counts }) => [table, counts]))
}

/** Runs the calls and reports which big tables were scanned sequentially meanwhile, from the database's statistics. */
export async function sequentialScans(sql: ScenarioTools['sql'], calls: () => Promise<void>): Promise<string[]> {
  const before = await readSoFar(sql)
  await calls()
  const after = await readSoFar(sql)
  const whole: string[] = []
  for (const [table, { read, rows }] of after) {
    const times = Math.floor((read - (before.get(table)?.read ?? read)) / rows)
    if (times)
      console.log(
        `\n${table} was read from end to end ${times} times${times > BESIDE_CALLS ? '   BY A CALL' : ' in all, by no call each time'}`,
      )
    if (times > BESIDE_CALLS) whole.push(`${table} read from end to end`)
  }
  if (!whole.length && after.size) console.log(`\nno call reads one of these from end to end: ${[...after.keys()].sort().join(', ')}`)
  return whole
}
