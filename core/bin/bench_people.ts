import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import type { BenchClient, Growth, PluginBench, Ratio, ScenarioTools } from '../contract/bench.js'
import { inDatabase, nameOf } from '../database/urls.js'
import { listedPlugins } from '../plugins/listed.js'
import { PASSWORD, TestClient } from '../testing/client.js'
import { inWords, type Pids, measureCpu } from './bench_cpu.js'
import { inMegabytes, residentBytes } from './bench_memory.js'
import { manyPeople } from './bench_names.js'
import { sequentialScans } from './bench_sequential_scans.js'

/** Number of concurrent people per scenario, and of runs per person. */
const PEOPLE = 32
const TIMES = 12
/**
 * Rounds of measuring the small and the large case in turns. The median counts, because other work on the machine disturbs single rounds.
 */
const TURNS = 60
const ROUNDS = 3
/** A result over its bound is measured again for longer, and that counts: on a shared machine a few rounds are sometimes too slow. */
const LONG = 9

interface OwnBench {
  plugin: string
  bench: PluginBench
}

/** Returns the benchmarks that plugins declare in `plugins/<id>/bench.ts`. */
export async function pluginBenches(): Promise<OwnBench[]> {
  const files = listedPlugins(fileURLToPath(new URL('../../', import.meta.url))).filter(({ folder }) =>
    existsSync(join(folder, 'bench.ts')),
  )
  return Promise.all(
    files.map(async ({ folder }) => ({
      plugin: basename(folder),
      bench: ((await import(pathToFileURL(join(folder, 'bench.ts')).href)) as { default: PluginBench }).default,
    })),
  )
}

/** Policies also apply to the owner; only a superuser bypasses them. */
export async function superuser(superuserUrl: string, databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inDatabase(superuserUrl, nameOf(databaseUrl)) })
  await client.connect()
  return client
}

/** Runs `fn` with signed-in people and the database. */
export async function withTools(
  url: string,
  { superuserUrl, databaseUrl }: { superuserUrl: string; databaseUrl: string },
  fn: (tools: ScenarioTools) => Promise<void>,
): Promise<void> {
  const database = await superuser(superuserUrl, databaseUrl)
  try {
    const sql = async (query: string, values: readonly unknown[] = []) =>
      (await database.query(query, [...values])).rows as Record<string, unknown>[]
    const signIn = async (email: string, company?: string): Promise<BenchClient> => {
      const client = new TestClient(url)
      const { status } = await client.post('/public/auth/login/', { email, password: PASSWORD, ...(company && { company }) })
      if (status !== 200) throw new Error(`${email} could not sign in: ${status}`)
      return client
    }
    const rows = await sql(
      `select distinct on (u.id) u.email, c.login_id from core_users u join core_memberships m on m.user_id = u.id
         join core_companies c on c.id = m.company_id where m.role = 'leerling' and m.status = 'active' and u.password is not null and u.code_kind is null limit $1`,
      [PEOPLE],
    )
    const people = await Promise.all(
      rows.map(async ({ email, login_id: company }) => ({ email: String(email), client: await signIn(String(email), String(company)) })),
    )
    const settle = (...tables: readonly string[]) => settled(sql, tables)
    const compare: ScenarioTools['compare'] = async (path, asked, { most, ...companies }) => {
      const supervisor = (company: string) => signIn(`beheerder@${company}.example`, company)
      const [little, much] = [await supervisor(companies.little), await supervisor(companies.much)]
      return asked.map(([name, query, own = most]) => ({ name, path: `${path}?${query}`, little, much, most: own }))
    }
    await fn({ people, sql, url, signIn, settle, compare, addPeople: manyPeople(sql, settle) })
  } finally {
    await database.end()
  }
}

/** Index-only scans need a vacuum that no older transaction blocks; a job of the server may have one. */
async function settled(sql: ScenarioTools['sql'], tables: readonly string[]): Promise<void> {
  for (let left = 20; ; left--) {
    await sql(`vacuum (analyze) ${tables.join(', ')}`)
    const [seen] = await sql(
      `select bool_and(relallvisible >= 0.98 * relpages - 2) as by_all from pg_class where oid = any($1::text[]::regclass[])`,
      [tables],
    )
    if (seen!.by_all) return
    if (!left) throw new Error(`Somebody still works who began before ${tables.join(', ')} were filled`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const percentile = (seen: readonly number[], share: number) => [...seen].sort((a, b) => a - b)[Math.floor(seen.length * share)]!

/** Scenarios of plugins: many people at once, each as themselves, from beginning to end. */
export async function runScenarios(benches: readonly OwnBench[], tools: ScenarioTools, pids: Pids): Promise<void> {
  for (const { bench } of benches) {
    for (const scenario of (await bench.scenarios?.(tools)) ?? []) {
      const people = tools.people.slice(0, scenario.people)
      const all = async (times: number, seen?: number[]) =>
        Promise.all(
          people.map(async ({ client }, person) => {
            for (let i = 0; i < times; i++) {
              const from = performance.now()
              await scenario.run(client, person)
              seen?.push(performance.now() - from)
            }
          }),
        )
      await all(2)
      const seen: number[] = []
      const [cpu, from, before] = [measureCpu(pids), performance.now(), residentBytes(pids.server)]
      await all(scenario.times ?? TIMES, seen)
      const spent = cpu(seen.length)
      const after = residentBytes(pids.server)
      const perSecond = (seen.length * 1000) / (performance.now() - from)
      const at = (share: number) => percentile(seen, share).toFixed(0)
      console.log(
        `\n${scenario.name}, ${people.length} people at once: ${inWords(spent, 1).trim()} CPU (aim ${scenario.aim}), ${perSecond.toFixed(0)} a second, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, memory ${inMegabytes(before)} → ${inMegabytes(after)}`,
      )
      if (scenario.check) console.log(`  ${await scenario.check()}`)
    }
  }
}

/** Milliseconds of one call. @throws Error for an unexpected answer */
async function timed(client: BenchClient, path: string): Promise<number> {
  const from = performance.now()
  const { status, body } = await client.get(path)
  if (status !== 200) throw new Error(`${path} answered ${status} ${JSON.stringify(body).slice(0, 200)}`)
  return performance.now() - from
}

/** A steady call for comparison, because the machine's speed may change during the run. */
const STEADY = '/user/identify'

/** The median over the rounds of the 95th percentile and of the median, each relative to the steady call. */
async function besideSteady({ client, path }: Growth['asked'][number]): Promise<{ p95: number; p50: number; ms: number }> {
  const rounds: { p95: number; p50: number; ms: number }[] = []
  for (let i = 0; i < 10; i++) await Promise.all([timed(client, path), timed(client, STEADY)])
  for (let round = 0; round < ROUNDS; round++) {
    const [seen, steady]: number[][] = [[], []]
    for (let i = 0; i < TURNS; i++) {
      seen!.push(await timed(client, path))
      steady!.push(await timed(client, STEADY))
    }
    const [p95, p50] = [0.95, 0.5].map((share) => percentile(seen!, share) / percentile(steady!, share))
    rounds.push({ p95: p95!, p50: p50!, ms: percentile(seen!, 0.95) })
  }
  const middle = (of: (seen: (typeof rounds)[number]) => number) => percentile(rounds.map(of), 0.5)
  return { p95: middle((one) => one.p95), p50: middle((one) => one.p50), ms: middle((one) => one.ms) }
}

/** Calls that should cost the same however many rows others have. */
export async function runGrowth(benches: readonly OwnBench[], tools: ScenarioTools): Promise<void> {
  const failed: string[] = []
  for (const { plugin, bench } of benches) {
    if (!bench.growth) continue
    const { asked, grow, most } = await bench.growth(tools)
    const before: Awaited<ReturnType<typeof besideSteady>>[] = []
    for (const one of asked) before.push(await besideSteady(one))
    await grow()
    console.log(`\n${plugin}: when everybody's rows are there against before, the ratio of the 95th percentiles (of the medians)\n`)
    const compare = async () => {
      for (const [index, one] of asked.entries()) {
        const [was, is] = [before[index]!, await besideSteady(one)]
        const isOver = is.p95 / was.p95 > most
        if (isOver) failed.push(one.name)
        const [p95, p50] = [is.p95 / was.p95, is.p50 / was.p50].map((ratio) => ratio.toFixed(2))
        console.log(
          `${one.name.padEnd(52)} ${p95} (${p50})   p95 ${was.ms.toFixed(1)} → ${is.ms.toFixed(1)} ms${isOver ? `   MORE THAN ${most}` : ''}`,
        )
      }
    }
    failed.push(...(await sequentialScans(tools.sql, compare)))
  }
  if (failed.length) throw new Error(`Too much when everybody's rows are there: ${failed.join(', ')}`)
}

/** Measures the small and the large case in turns, so that noise affects both. Returns the ratio and both times for each percentile. */
async function inTurns({ path, little, much }: Ratio, times: number) {
  const ask = (client: BenchClient) => timed(client, path)
  const rounds: { little: number[]; much: number[] }[] = []
  // The first calls warm the caches.
  for (let i = 0; i < 5; i++) await Promise.all([ask(little), ask(much)])
  for (let round = 0; round < times; round++) {
    const seen = { little: [] as number[], much: [] as number[] }
    for (let i = 0; i < TURNS; i++) {
      seen.little.push(await ask(little))
      seen.much.push(await ask(much))
    }
    rounds.push(seen)
  }
  const middle = (of: (seen: (typeof rounds)[number]) => number) => percentile(rounds.map(of), 0.5)
  return {
    ratio: (share: number) => middle((seen) => percentile(seen.much, share) / percentile(seen.little, share)),
    p95: (who: 'little' | 'much') => middle((seen) => percentile(seen[who], 0.95)).toFixed(1),
  }
}

/** Calls whose cost should not grow with their own data. */
export async function runRatios(benches: readonly OwnBench[], tools: ScenarioTools): Promise<void> {
  const failed: string[] = []
  for (const { plugin, bench } of benches) {
    const ratios = (await bench.ratios?.(tools)) ?? []
    if (ratios.length) console.log(`\n${plugin}: much against little, the ratio of the 95th percentiles (of the medians)\n`)
    const compare = async () => {
      for (const one of ratios) {
        const { name, most } = one
        const tell = ({ ratio, p95 }: Awaited<ReturnType<typeof inTurns>>, said: string) =>
          console.log(
            `${name.padEnd(52)} ${ratio(0.95).toFixed(2)} (${ratio(0.5).toFixed(2)})   p95 ${p95('little')} → ${p95('much')} ms${said}`,
          )
        const first = await inTurns(one, ROUNDS)
        const isOver = first.ratio(0.95) > most
        tell(first, isOver ? `   more than ${most}, so once more:` : '')
        if (!isOver) continue
        const long = await inTurns(one, LONG)
        const isStill = long.ratio(0.95) > most
        tell(long, isStill ? `   MORE THAN ${most}` : '')
        if (isStill) failed.push(name)
      }
    }
    if (ratios.length) failed.push(...(await sequentialScans(tools.sql, compare)))
  }
  if (failed.length) throw new Error(`Too much where there is much: ${failed.join(', ')}`)
}
