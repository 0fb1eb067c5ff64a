import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { FIND_SESSION } from '../accounts/statements.js'
import type { Measurement } from '../contract/bench.js'
import { buildWebIfNeeded } from '../server/build_web.js'
import { PASSWORD, TestClient } from '../testing/client.js'
import { cloneTemplate } from '../testing/clone.js'
import { startTestCluster } from '../testing/cluster.js'
import { freePort, waitUntilReady } from '../testing/server_process.js'
import { cpuOf, send, type Target, type Work } from './bench_calls.js'
import { inWords } from './bench_cpu.js'
import { runCpuRatios } from './bench_cpu_ratios.js'
import { pluginBenches, runGrowth, runRatios, runScenarios, superuser, withTools } from './bench_people.js'
import { runIdle } from './bench_idle.js'
import { runLoads } from './bench_loads.js'
import { fail } from './fail.js'
import { NODE_FLAGS, SERVER_FLAGS } from './server_flags.mjs'

// `npm run bench`: our server and a bare node:http + pg server side by side in
// one run, in turns, so that a noisy machine is noisy for both. Prints ratios.
const ROUNDS = 5
const SECONDS = 2
const CONNECTIONS = 16

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

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

async function main(): Promise<void> {
  await buildWebIfNeeded(console.log)
  const cluster = await startTestCluster()
  const children: ChildProcess[] = []
  // Set for a load, which stores gigabytes: the folder of a run may be in memory.
  let onDisk: string | undefined
  const start = (file: string, env: Record<string, string>, flags: readonly string[] = []) => {
    const child = spawn(process.execPath, [...flags, '--import=@poppinss/ts-exec', file], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...env },
    })
    children.push(child)
    return child
  }
  try {
    const { clone } = await cloneTemplate(cluster.env)
    const [ourPort, barePort] = [await freePort(), await freePort()]
    // `npm run bench -- scenarios` or `-- ratios` runs only those. The name of a plugin runs everything of that plugin.
    // `idle` measures companies in which nobody works, `load 10` many people for ten minutes. Any other word runs the single calls whose
    // name contains it.
    const only = process.argv[2]
    if (only === 'load') {
      await mkdir('.data', { recursive: true })
      onDisk = await mkdtemp('.data/load-')
      await cp(clone.DATA_DIR, onDisk, { recursive: true })
    }
    const ours = start(
      'core/bin/serve_only.ts',
      {
        NODE_ENV: 'production',
        ...clone,
        ...(onDisk && { DATA_DIR: onDisk }),
        DEMO: 'true',
        // The bench runs learning systems on this machine.
        PRIVATE_ISSUERS: '127.0.0.1',
        PORT: String(ourPort),
      },
      [...NODE_FLAGS, ...SERVER_FLAGS],
    )
    const url = `http://127.0.0.1:${ourPort}`
    await waitUntilReady(url, ours)

    const client = new TestClient(url)
    const email = 'leerling@noordwind.example'
    await client.post('/public/auth/login/', { email, password: PASSWORD, company: 'noordwind' })
    const benches = await pluginBenches()
    const chosen = benches.filter(({ plugin }) => plugin === only)
    const of = (kind: string) => (chosen.length ? chosen : !only || only === kind ? benches : [])
    const measurements: Measurement[] = []
    for (const { bench } of chosen.length ? chosen : benches) measurements.push(...(await bench.prepare(client)))
    start('core/testing/bare_server.ts', {
      BENCH_PORT: String(barePort),
      ...clone,
      BENCH_SQL: JSON.stringify({
        session: FIND_SESSION,
        // The bare server once made two queries for both; it is kept as the same baseline.
        memberships: `select m.id, c.name as company_name, m.role from core_memberships m join core_companies c on c.id = m.company_id
          where m.user_id = $1 and m.status = 'active' and c.status = 'active' order by c.name, m.id`,
        candidates: `select u.id as user_id, u.password, m.id as membership_id, m.company_id, m.role from core_users u join core_memberships m on m.user_id = u.id where u.email = $1`,
        companyId: await companyId(cluster.env.TEST_SUPERUSER_URL!, clone.DATABASE_URL),
        lists: Object.fromEntries(measurements.filter(({ bareSql }) => bareSql).map(({ path, bareSql }) => [path, bareSql])),
      }),
    })
    await new Promise((resolve) => setTimeout(resolve, 1500))

    // Any unsafe call makes the client fetch its CSRF token.
    await client.post('/api/core/session/language', { lang: 'nl' })
    const csrf = await client.csrfToken()
    const headers = { accept: 'application/json', cookie: client.cookieHeader(), 'x-csrf-token': csrf }
    // Signing in again would end the browser's session, so a separate visitor with their own token signs in.
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
    const named = new Set(measurements.map(({ name }) => name))
    const isSingle = ({ name }: Work) => (chosen.length ? named.has(name) : !only || name.includes(only))
    const single = ['scenarios', 'ratios', 'idle', 'load'].includes(only ?? '') ? [] : works.filter(isSingle)
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
    await withTools(url, { superuserUrl: cluster.env.TEST_SUPERUSER_URL!, databaseUrl: clone.DATABASE_URL }, async (tools) => {
      await runScenarios(of('scenarios'), tools, pids)
      await runCpuRatios(of('ratios'), { tools, url, pids })
      await runGrowth(of('ratios'), tools)
      await runRatios(of('ratios'), tools)
      if (only === 'idle') await runIdle(tools.sql, pids)
      if (only === 'load') await runLoads(benches, tools, pids, Number(process.argv[3] ?? 3))
    })
  } finally {
    for (const child of children) child.kill('SIGTERM')
    await Promise.all(children.map((child) => (child.exitCode === null ? new Promise((resolve) => child.once('exit', resolve)) : null)))
    if (onDisk) await rm(onDisk, { recursive: true, force: true })
    await cluster.stop()
  }
}

async function companyId(superuserUrl: string, databaseUrl: string): Promise<number> {
  const client = await superuser(superuserUrl, databaseUrl)
  const { rows } = await client.query(`select id from core_companies where login_id = 'noordwind'`)
  await client.end()
  return Number(rows[0].id)
}

await main().catch(fail)
