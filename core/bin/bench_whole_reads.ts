import type { ScenarioTools } from '../contract/bench.js'

/** A table of so many rows is big: no call may read it from end to end. */
const BIG = 100_000
/**
 * Each call is made twice as often at least. What is counted is kept for half a minute, jobs go on, and a read that ends at its limit reads a part:
 * together they come to less.
 */
const BESIDE_CALLS = 90
/** After this long a connection at rest has told what it read. */
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

/** Does the calls, and says which big tables were read from end to end meanwhile, by the database's own counting: whatever the plans were. */
export async function wholeReads(sql: ScenarioTools['sql'], calls: () => Promise<void>): Promise<string[]> {
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
