import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { listedPlugins } from '../plugins/listed.js'
import { FIND_SESSION, MEMBERSHIPS } from '../accounts/statements.js'
import type { Measurement, PluginBench } from '../contract/bench.js'
import { databaseEnv } from '../database/urls.js'
import { PASSWORD, TestClient } from '../testing/client.js'
import { startTestCluster } from '../testing/cluster.js'
import { cpuSeconds } from '../testing/cpu_time.js'
import { freePort, waitUntilReady } from '../testing/server_process.js'
import { fail } from './fail.js'

// `npm run bench`: our server and a bare node:http + pg server side by side in
// one run, in turns, so that a noisy machine is noisy for both. Prints ratios.
const ROUNDS = 5
const SECONDS = 2
const CONNECTIONS = 16
const CPU_ROUNDS = 100
/** How many people go through a scenario at once, and how often each. */
const PEOPLE = 32
const TIMES = 12

interface Target {
  url: string
  headers: Record<string, string>
}

interface Work {
  name: string
  path: string
  method: 'GET' | 'POST' | 'PUT'
  body?: string | undefined
  connections: number
}

/** Sends one request and wants a 200. */
function send({ url, headers }: Target, work: Work, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(
      url + work.path,
      {
        method: work.method,
        agent,
        headers: {
          ...headers,
          ...(work.body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(work.body) } : {}),
        },
      },
      (response) => {
        response.resume()
        response.on('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`${work.path} answered ${response.statusCode}`)),
        )
      },
    )
    call.on('error', reject)
    call.end(work.body)
  })
}

/** Requests a second that a target answers, kept busy for a while. */
async function measure(target: Target, work: Work): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: work.connections })
  const until = Date.now() + SECONDS * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: work.connections }, async () => {
      while (Date.now() < until) {
        await send(target, work, agent)
        done += 1
      }
    }),
  )
  agent.destroy()
  return done / SECONDS
}

/** CPU milliseconds of server and database for one request, over many. */
async function cpuOf(target: Target, work: Work, pids: Pids): Promise<Spent> {
  const agent = new Agent({ keepAlive: true, maxSockets: work.connections })
  const rounds = async (count: number) => {
    for (let i = 0; i < count; i++) await Promise.all(Array.from({ length: work.connections }, () => send(target, work, agent)))
  }
  await rounds(10)
  const spent = spending(pids)
  await rounds(CPU_ROUNDS)
  agent.destroy()
  return spent(CPU_ROUNDS * work.connections)
}

/** CPU milliseconds of one time. */
interface Spent {
  server: number
  database: number
}

interface Pids {
  server: number
  database: number
}

/** Starts counting what server and database spend; the answer says how much of it was one time of many. */
function spending(pids: Pids): (times: number) => Spent {
  const now = () => ({ server: cpuSeconds([pids.server]), database: cpuSeconds([pids.database]) })
  const before = now()
  return (times) => {
    const after = now()
    const each = (part: keyof Pids) => ((after[part] - before[part]) * 1000) / times
    return { server: each('server'), database: each('database') }
  }
}

/** Together, and in brackets what of it the database takes. */
const inWords = ({ server, database }: Spent, digits: number) =>
  `${(server + database).toFixed(digits).padStart(6)} ms (${database.toFixed(digits)})`

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

async function main(): Promise<void> {
  const cluster = await startTestCluster()
  const children: ChildProcess[] = []
  const start = (file: string, env: Record<string, string>) => {
    const child = spawn(process.execPath, ['--import=@poppinss/ts-exec', file], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...env },
    })
    children.push(child)
    return child
  }
  try {
    const [ourPort, barePort] = [await freePort(), await freePort()]
    const ours = start('core/bin/serve_only.ts', {
      NODE_ENV: 'production',
      DATA_DIR: join(cluster.env.TEST_FOLDER!, 'template'),
      ...databaseEnv(cluster.database),
      DEMO: 'true',
      PORT: String(ourPort),
    })
    const url = `http://127.0.0.1:${ourPort}`
    await waitUntilReady(url, ours)

    const client = new TestClient(url)
    const email = 'leerling@noordwind.example'
    await client.post('/public/auth/login/', { email, password: PASSWORD, company: 'noordwind' })
    const measurements: Measurement[] = []
    for (const bench of await pluginBenches()) measurements.push(...(await bench.prepare(client)))
    start('core/testing/bare_server.ts', {
      BENCH_PORT: String(barePort),
      ...databaseEnv(cluster.database),
      BENCH_SQL: JSON.stringify({
        session: FIND_SESSION,
        memberships: MEMBERSHIPS,
        candidates: `select u.id as user_id, u.password, m.id as membership_id, m.company_id, m.role from core_users u join core_memberships m on m.user_id = u.id where u.email = $1`,
        companyId: await companyId(cluster.env.TEST_SUPERUSER_URL!, cluster.database.databaseUrl),
        lists: Object.fromEntries(measurements.filter(({ bareSql }) => bareSql).map(({ path, bareSql }) => [path, bareSql])),
      }),
    })
    await new Promise((resolve) => setTimeout(resolve, 1500))

    // Any unsafe call makes the client fetch the token of its session.
    await client.post('/api/core/session/language', { lang: 'nl' })
    const csrf = await client.csrfToken()
    const headers = { accept: 'application/json', cookie: client.cookieHeader(), 'x-csrf-token': csrf }
    // Signing in again ends the browser's session: a visitor does it, with a token of their own.
    const visitor = new TestClient(url)
    const signInHeaders = { accept: 'application/json', 'x-csrf-token': await visitor.csrfToken(), cookie: visitor.cookieHeader() }
    const works: (Work & { headers: Record<string, string>; bare?: boolean })[] = [
      { name: 'GET /user/identify', path: '/user/identify', method: 'GET', connections: CONNECTIONS, headers },
      ...measurements.map((measurement) => ({
        name: measurement.name,
        method: measurement.method,
        path: measurement.path,
        body: measurement.body === undefined ? undefined : JSON.stringify(measurement.body),
        connections: CONNECTIONS,
        headers,
        bare: measurement.bareSql !== undefined,
      })),
      {
        name: 'sign-in',
        path: '/public/auth/login/',
        method: 'POST',
        body: JSON.stringify({ email, password: PASSWORD }),
        connections: 4,
        headers: signInHeaders,
      },
    ]
    // `npm run bench -- scenarios` leaves the single calls out, any other word takes those with it in their name.
    const only = process.argv[2]
    const single = only === 'scenarios' ? [] : works.filter(({ name }) => !only || name.includes(only))
    if (single.length) console.log('requests a second, median of rounds in turns; the ratio is what counts\n')
    for (const work of single.filter(({ bare }) => bare !== false)) {
      const bare = { url: `http://127.0.0.1:${barePort}`, headers: work.headers }
      const our = { url, headers: work.headers }
      const seen: { our: number[]; bare: number[] } = { our: [], bare: [] }
      await measure(bare, work)
      await measure(our, work)
      for (let round = 0; round < ROUNDS; round++) {
        seen.bare.push(await measure(bare, work))
        seen.our.push(await measure(our, work))
      }
      const ratio = median(seen.our) / median(seen.bare)
      console.log(
        `${work.name.padEnd(32)} ours ${median(seen.our).toFixed(0).padStart(6)}   bare ${median(seen.bare).toFixed(0).padStart(6)}   ratio ${ratio.toFixed(2)}`,
      )
    }
    if (single.length) console.log('\nCPU milliseconds a request, server and database together (the database alone)\n')
    const postmaster = readFileSync(join(cluster.env.TEST_FOLDER!, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]
    const pids = { server: ours.pid!, database: Number(postmaster) }
    for (const work of single) {
      const spent = await cpuOf({ url, headers: work.headers }, work, pids)
      console.log(`${work.name.padEnd(32)} ${inWords(spent, 2)}`)
    }
    if (!only || only === 'scenarios') await runScenarios(url, cluster, pids)
  } finally {
    for (const child of children) child.kill('SIGTERM')
    await Promise.all(children.map((child) => (child.exitCode === null ? new Promise((resolve) => child.once('exit', resolve)) : null)))
    await cluster.stop()
  }
}

/** Scenarios of plugins: many people at once, each as themselves, from beginning to end. */
async function runScenarios(url: string, cluster: Awaited<ReturnType<typeof startTestCluster>>, pids: Pids): Promise<void> {
  const database = await superuser(cluster.env.TEST_SUPERUSER_URL!, cluster.database.databaseUrl)
  try {
    const sql = async (query: string, values: readonly unknown[] = []) =>
      (await database.query(query, [...values])).rows as Record<string, unknown>[]
    const rows = await sql(
      `select distinct on (u.id) u.email, c.login_id from core_users u join core_memberships m on m.user_id = u.id
         join core_companies c on c.id = m.company_id where m.role = 'leerling' and m.status = 'active' and u.password is not null limit $1`,
      [PEOPLE],
    )
    const people = await Promise.all(
      rows.map(async ({ email, login_id: company }) => {
        const client = new TestClient(url)
        const { status } = await client.post('/public/auth/login/', { email, password: PASSWORD, company })
        if (status !== 200) throw new Error(`${String(email)} could not sign in: ${status}`)
        return { email: String(email), client }
      }),
    )
    for (const bench of await pluginBenches()) {
      for (const scenario of (await bench.scenarios?.({ people, sql, url })) ?? []) {
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
        await all(TIMES, seen)
        const spent = cpu(seen.length)
        const perSecond = (seen.length * 1000) / (performance.now() - from)
        const at = (share: number) => seen.sort((a, b) => a - b)[Math.floor(seen.length * share)]!.toFixed(0)
        console.log(
          `\n${scenario.name}, ${people.length} people at once: ${inWords(spent, 1).trim()} CPU (aim ${scenario.aim}), ${perSecond.toFixed(0)} a second, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`,
        )
      }
    }
  } finally {
    await database.end()
  }
}

/** What plugins declare to be measured: `plugins/<id>/bench.ts`. */
async function pluginBenches(): Promise<PluginBench[]> {
  const files = listedPlugins(fileURLToPath(new URL('../../', import.meta.url)))
    .map(({ folder }) => join(folder, 'bench.ts'))
    .filter((file) => existsSync(file))
  return Promise.all(files.map(async (file) => ((await import(pathToFileURL(file).href)) as { default: PluginBench }).default))
}

/** The owner's own policies would let it look, but only a superuser needs none. */
async function superuser(superuserUrl: string, databaseUrl: string): Promise<pg.Client> {
  const url = new URL(superuserUrl)
  url.pathname = new URL(databaseUrl).pathname
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  return client
}

async function companyId(superuserUrl: string, databaseUrl: string): Promise<number> {
  const client = await superuser(superuserUrl, databaseUrl)
  const { rows } = await client.query(`select id from core_companies where login_id = 'noordwind'`)
  await client.end()
  return Number(rows[0].id)
}

await main().catch(fail)
