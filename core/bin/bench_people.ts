import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import type { BenchClient, PluginBench, ScenarioTools } from '../contract/bench.js'
import { listedPlugins } from '../plugins/listed.js'
import { PASSWORD, TestClient } from '../testing/client.js'
import type { TestCluster } from '../testing/cluster.js'
import { inWords, type Pids, spending } from './bench_cpu.js'

/** How many people go through a scenario at once, and how often each. */
const PEOPLE = 32
const TIMES = 12
/** How often little and much are asked, in turns; of so many rounds the median counts, as somebody else's work falls into one of them. */
const TURNS = 60
const ROUNDS = 3

interface OwnBench {
  plugin: string
  bench: PluginBench
}

/** What plugins declare to be measured: `plugins/<id>/bench.ts`. */
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

/** The owner's own policies would let it look, but only a superuser needs none. */
export async function superuser(superuserUrl: string, databaseUrl: string): Promise<pg.Client> {
  const url = new URL(superuserUrl)
  url.pathname = new URL(databaseUrl).pathname
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  return client
}

/** Signed-in people and the database, for as long as `fn` runs. */
export async function withTools(url: string, cluster: TestCluster, fn: (tools: ScenarioTools) => Promise<void>): Promise<void> {
  const database = await superuser(cluster.env.TEST_SUPERUSER_URL!, cluster.database.databaseUrl)
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
         join core_companies c on c.id = m.company_id where m.role = 'leerling' and m.status = 'active' and u.password is not null limit $1`,
      [PEOPLE],
    )
    const people = await Promise.all(
      rows.map(async ({ email, login_id: company }) => ({ email: String(email), client: await signIn(String(email), String(company)) })),
    )
    await fn({ people, sql, url, signIn })
  } finally {
    await database.end()
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
      const [cpu, from] = [spending(pids), performance.now()]
      await all(scenario.times ?? TIMES, seen)
      const spent = cpu(seen.length)
      const perSecond = (seen.length * 1000) / (performance.now() - from)
      const at = (share: number) => percentile(seen, share).toFixed(0)
      console.log(
        `\n${scenario.name}, ${people.length} people at once: ${inWords(spent, 1).trim()} CPU (aim ${scenario.aim}), ${perSecond.toFixed(0)} a second, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`,
      )
      if (scenario.check) console.log(`  ${await scenario.check()}`)
    }
  }
}

/** What plugins have of which much should cost what little does, in turns so that a noisy machine is noisy for both. */
export async function runRatios(benches: readonly OwnBench[], tools: ScenarioTools): Promise<void> {
  const failed: string[] = []
  for (const { plugin, bench } of benches) {
    const ratios = (await bench.ratios?.(tools)) ?? []
    if (ratios.length) console.log(`\n${plugin}: much against little, the ratio of the 95th percentiles (of the medians)\n`)
    for (const { name, path, little, much, most } of ratios) {
      const ask = async (client: BenchClient) => {
        const from = performance.now()
        const { status, body } = await client.get(path)
        if (status !== 200) throw new Error(`${path} answered ${status} ${JSON.stringify(body).slice(0, 200)}`)
        return performance.now() - from
      }
      const rounds: { little: number[]; much: number[] }[] = []
      // The first are for the caches.
      for (let i = 0; i < 5; i++) await Promise.all([ask(little), ask(much)])
      for (let round = 0; round < ROUNDS; round++) {
        const seen = { little: [] as number[], much: [] as number[] }
        for (let i = 0; i < TURNS; i++) {
          seen.little.push(await ask(little))
          seen.much.push(await ask(much))
        }
        rounds.push(seen)
      }
      const middle = (of: (seen: (typeof rounds)[number]) => number) => percentile(rounds.map(of), 0.5)
      const ratio = (share: number) => middle((seen) => percentile(seen.much, share) / percentile(seen.little, share))
      const p95 = (who: 'little' | 'much') => middle((seen) => percentile(seen[who], 0.95)).toFixed(1)
      const isOver = ratio(0.95) > most
      if (isOver) failed.push(name)
      console.log(
        `${name.padEnd(52)} ${ratio(0.95).toFixed(2)} (${ratio(0.5).toFixed(2)})   p95 ${p95('little')} → ${p95('much')} ms${isOver ? `   MORE THAN ${most}` : ''}`,
      )
    }
  }
  if (failed.length) throw new Error(`Too much where there is much: ${failed.join(', ')}`)
}
