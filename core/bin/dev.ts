import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type EmbeddedDatabase, startEmbeddedPostgres } from '../database/embedded.js'
import { databaseEnv } from '../database/urls.js'
import { settings } from '../config/settings.js'
import { endChild, stopOnSignal } from '../server/orderly_stop.js'
import { run } from '../testing/cluster.js'
import { fail } from './fail.js'
import { restartQueue } from './restart_queue.js'

// `npm run dev`: Vite serves the pages and updates them in place; the server restarts, in about a second, when one of its files changes.
// PostgreSQL belongs to this process, so it survives the restarts.
const root = fileURLToPath(new URL('../../', import.meta.url))
process.env.NODE_ENV = 'development'
const vitePort = process.env.VITE_PORT ?? '5173'
const tsExec = '--import=@poppinss/ts-exec'

let server: ChildProcess | undefined
let vite: ChildProcess | undefined
let beingReplaced: ChildProcess | undefined
let starting: Promise<EmbeddedDatabase> | undefined
const watchers: FSWatcher[] = []
const restarts = restartQueue(async () => {
  beingReplaced = server
  if (server) await endChild(server)
  await run([tsExec, 'core/bin/codegen.ts']).catch((error: Error) => console.error(error.message))
  if (!end.begun) server = startServer()
})
const end = stopOnSignal(async () => {
  for (const watcher of watchers) watcher.close()
  await restarts.close()
  await Promise.all([server, vite].map((child) => child && endChild(child)))
  await (await starting?.catch(() => undefined))?.stop()
})
/** Errors while everything is being stopped are caused by that; ignore them. */
const giveUp = (error: unknown): Promise<never> => (end.begun ? new Promise(() => {}) : fail(error))

const config = await settings().catch(fail)
if (!config.databaseUrl) starting = startEmbeddedPostgres(config.dataDir)
const embedded = await starting?.catch(giveUp)
await run([tsExec, 'core/bin/codegen.ts']).catch(giveUp)

const env = {
  ...process.env,
  VITE_PORT: vitePort,
  VITE_URL: `http://127.0.0.1:${vitePort}`,
  DEMO: String(config.loadDemo),
  ...(embedded ? databaseEnv(embedded) : {}),
}
const start = (args: string[], stdio: StdioOptions = 'inherit') => spawn(process.execPath, args, { cwd: root, stdio, env })

/** A crashed server waits for the next change. If something else stopped it, stop everything. */
function startServer(): ChildProcess {
  // Its channel closes when this process ends, in whatever way.
  const child = start(['--enable-source-maps', tsExec, 'core/bin/serve_only.ts'], ['inherit', 'inherit', 'inherit', 'ipc'])
  child.once('exit', (code, signal) => {
    if (child !== beingReplaced && (code === 0 || signal === 'SIGTERM')) end.begin()
  })
  return child
}

const isServerFile = (file: string) => /\.(ts|json)$/.test(file) && !/(^|\/)(web|tests)\//.test(file)
if (!end.begun) {
  vite = start([join('node_modules', 'vite', 'bin', 'vite.js'), '--config', 'web/vite.config.ts'])
  vite.once('exit', () => end.begin())
  server = startServer()
  for (const folder of ['core', 'plugins', 'tenants']) {
    const onChange = (_event: string, file: string | null) => {
      if (file && isServerFile(file)) restarts.ask()
    }
    watchers.push(watch(join(root, folder), { recursive: true }, onChange))
  }
}
