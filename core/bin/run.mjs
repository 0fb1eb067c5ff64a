// Entry point of every npm script. It must run on an old Node (20): it installs missing or outdated
// dependencies and then starts the Node 24 that they contain.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNode, missingNode } from './own_node.mjs'
import { NODE_ENVIRONMENT, NODE_FLAGS, SERVER_FLAGS } from './server_flags.mjs'

// Read first: the parent process may have ended by the time the dependencies are installed.
const startedBy = process.ppid
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const stamp = join(root, 'node_modules', '.installed-lockfile')

function lockfileHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

const hasStamp = (wanted) => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted

/** npm writes a file when it installs. When it is newer than the lock file, somebody ran npm by hand. */
function installedByHand() {
  const installed = join(root, 'node_modules', '.package-lock.json')
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
}

function ensureInstalled() {
  const wanted = lockfileHash()
  if (findNode(root) && (hasStamp(wanted) || installedByHand())) return
  // `npm ci` through a link would delete another folder's installation.
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error('node_modules is a link to an installation that does not fit package-lock.json. Remove the link, or install there.')
    process.exit(1)
  }
  console.log('• Installing dependencies (this takes a minute the first time) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['ci', '--no-audit', '--no-fund', '--include=dev', '--loglevel=error']
  const result = spawnSync(npm, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (result.status !== 0) {
    console.error('Installing the dependencies failed. Run `npm ci` to see why.')
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

/** A plugin from an npm package imports the platform by its package name: see "exports" in package.json. */
function ensureOwnName() {
  const link = join(root, 'node_modules', JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name)
  try {
    if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(root, link, 'junction')
  } catch (error) {
    // Another command made it at the same time, or the folder is read-only. Only packaged plugins need it.
    if (error.code !== 'EEXIST') console.warn(`Plugins from npm packages cannot import the platform: ${error.message}`)
  }
}

const [command, ...rest] = process.argv.slice(2)
if (!command || !/^[a-z_]+$/.test(command) || !existsSync(join(root, 'core', 'bin', `${command}.ts`))) {
  console.error(`Unknown command "${command ?? ''}". See "scripts" in package.json.`)
  process.exit(1)
}
ensureInstalled()
ensureOwnName()
const node = findNode(root)
if (!node) {
  console.error(missingNode())
  process.exit(1)
}

// The child has its own process group. Otherwise Ctrl-C would reach PostgreSQL at the same time, but the
// server must stop before the database. Tests and checks need no order: their whole group ends.
const keepsOrder = ['start', 'dev', 'serve_only'].includes(command)
const child = spawn(
  node,
  [...NODE_FLAGS, ...(keepsOrder ? SERVER_FLAGS : []), '--import=@poppinss/ts-exec', join(root, 'core', 'bin', `${command}.ts`), ...rest],
  {
    cwd: root,
    // Nothing is sent on this channel. When it closes, the child knows that this process ended, for any reason.
    stdio: ['inherit', 'inherit', 'inherit', ...(keepsOrder ? ['ipc'] : [])],
    detached: process.platform !== 'win32',
    env: { ...NODE_ENVIRONMENT, ...process.env, PATH: `${dirname(node)}:${process.env.PATH ?? ''}` },
  },
)
function pass(signal) {
  try {
    if (keepsOrder || process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // The child has already ended.
  }
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal))
// npm and its shell end on SIGTERM without passing it on, so this process ends with them. Only under npm:
// people who run this file from a terminal may close it and let the server go on.
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === startedBy) return
    clearInterval(watch)
    pass('SIGTERM')
  }, 500)
}
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
