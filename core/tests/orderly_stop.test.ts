import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isPortFree } from '#core/database/free_port'
import { runningProcesses, treeOf } from '#core/testing/process_tree'
import { freePort, waitUntilReady } from '#core/testing/server_process'

// The processes as a container or a supervisor runs them: npm, its shell, run.mjs, the server, PostgreSQL. Whichever gets the signal, all
// of them end in order.

type Tree = ReturnType<typeof treeOf>

/** Milliseconds that only a hang takes. */
const HANG = 120_000
const folder = mkdtempSync(join(tmpdir(), 'orderly-stop-'))
chmodSync(folder, 0o755)
const started = new Set<Tree[number]>()
afterAll(() => {
  for (const { pid } of runningProcesses([...started])) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Removes the settings of the tests and the variables that an outer npm passes to its scripts. */
function environmentOf(settings: Record<string, string>): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = { ...process.env, ...settings }
  for (const name of Object.keys(environment))
    if (/^(DATABASE_URL|DATABASE_ACROSS_URL|DATABASE_OWNER_URL|APP_URL|NODE_ENV|DEMO|NODE_OPTIONS|npm_.*|VITEST.*|TEST.*)$/.test(name))
      delete environment[name]
  return { ...environment, DEMO: 'false' }
}

async function npm(script: 'start' | 'dev'): Promise<Tree> {
  const [port, vitePort] = [await freePort(), await freePort()]
  const environment = environmentOf({ DATA_DIR: folder, PORT: String(port), VITE_PORT: String(vitePort) })
  const child = spawn('npm', ['run', script], { stdio: ['ignore', 'ignore', 'inherit'], detached: true, env: environment })
  // The first start of a fresh copy builds the pages.
  const isReady = waitUntilReady(`http://127.0.0.1:${port}`, child, 300)
  await isReady.finally(() => treeOf(child.pid!).forEach((member) => started.add(member)))
  return treeOf(child.pid!)
}

const find = (tree: Tree, command: RegExp) => {
  const found = tree.find((member) => command.test(member.command))
  if (!found) throw new Error(`No process ${command} in\n${tree.map((member) => member.command).join('\n')}`)
  return found.pid
}

/** PostgreSQL's own state: 1 is "shut down", 6 "in production" (pg_control.h, `DBState`, after 16 bytes). */
const databaseState = () => readFileSync(join(folder, 'postgres', 'global', 'pg_control')).readInt32LE(16)

async function endsInOrder(tree: Tree, told: number): Promise<void> {
  expect(tree.filter(({ command }) => /postgres/.test(command)).length).toBeGreaterThan(0)
  expect(databaseState()).toBe(6)
  const deadline = Date.now() + HANG
  process.kill(told, 'SIGTERM')
  while (runningProcesses(tree).length && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50))
  expect(runningProcesses(tree).map(({ command }) => command)).toEqual([])
  expect(databaseState()).toBe(1)
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
}

describe.skipIf(process.platform !== 'linux')('SIGTERM leaves no orphan process and a cleanly stopped database', () => {
  it.each([
    ['npm', /^npm run /],
    ['the shell of npm', /^sh -c /],
    ['run.mjs', /run\.mjs start$/],
    ['the server', /core\/bin\/start\.ts$/],
  ])('of npm start, to %s', async (_name, command) => {
    const tree = await npm('start')
    await endsInOrder(tree, find(tree, command))
  })

  it.each([
    ['npm', /^npm run /],
    ['the process that restarts the server', /core\/bin\/dev\.ts$/],
    ['the server', /core\/bin\/serve_only\.ts$/],
  ])('of npm run dev, to %s', async (_name, command) => {
    const tree = await npm('dev')
    await endsInOrder(tree, find(tree, command))
  })
})

describe('a start on a port that is in use', () => {
  it('says so in one line before it starts anything', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    const untouched = join(folder, 'untouched')
    try {
      const { status, stderr } = await ended(environmentOf({ DATA_DIR: untouched, PORT: String(port) }))
      const [, proposed] = /^Port \d+ is in use. Choose another one: PORT=(\d+) npm start$/.exec(stderr.trim())!
      expect(Number(proposed)).not.toBe(port)
      expect(await isPortFree(Number(proposed), '127.0.0.1')).toBe(true)
      expect(status).toBe(1)
      expect(existsSync(join(untouched, 'postgres'))).toBe(false)
    } finally {
      other.close()
    }
  })
})

async function ended(env: NodeJS.ProcessEnv): Promise<{ status: number | null; stderr: string }> {
  const child = spawn(process.execPath, ['core/bin/run.mjs', 'start'], { stdio: ['ignore', 'ignore', 'pipe'], env })
  let stderr = ''
  child.stderr.on('data', (chunk) => (stderr += chunk))
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { status, stderr }
}
