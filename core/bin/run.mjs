// The door of every npm script. It must run on an old Node (20): it installs
// the dependencies when they are missing or out of date and hands over to the
// Node 24 that comes with them.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNode, missingNode } from './own_node.mjs'

// Asked first: by the time that everything is installed the one who started us may be gone.
const startedBy = process.ppid
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const stamp = join(root, 'node_modules', '.installed-lockfile')

function lockfileHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

const hasStamp = (wanted) => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted

/** npm notes what it installed; a note younger than the lock file means that somebody ran npm themselves. */
function installedByHand() {
  const note = join(root, 'node_modules', '.package-lock.json')
  return existsSync(note) && statSync(note).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
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

/** A plugin from a package imports the platform by its name, as what it stands in: see "exports" in package.json. */
function ensureOwnName() {
  const link = join(root, 'node_modules', JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name)
  try {
    if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(root, link, 'junction')
  } catch (error) {
    // Two commands that begin together, or a folder that cannot be written: only packaged plugins need it.
    if (error.code !== 'EEXIST') console.warn(`Plugins from packages will not find the platform: ${error.message}`)
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

// The child has a process group of its own, so that Ctrl-C reaches it through us
// and not its PostgreSQL at the same moment: first the server stops, then the database.
// Tests and checks have no such order to keep: there the whole group ends.
const keepsOrder = ['start', 'dev', 'serve_only'].includes(command)
const child = spawn(
  node,
  [
    '--enable-source-maps',
    // A young generation of 8 MB instead of what Node takes by itself: some 120 MB less after load than with 16, and no slower.
    '--max-semi-space-size=8',
    // Where the limit is far away, Node lets its heap grow to four times what lives; near it a third of that. Another 100 MB less.
    ...(keepsOrder ? [`--max-old-space-size=${process.env.HEAP_MB ?? 1024}`] : []),
    '--disable-warning=ExperimentalWarning',
    '--import=@poppinss/ts-exec',
    join(root, 'core', 'bin', `${command}.ts`),
    ...rest,
  ],
  {
    cwd: root,
    // The channel carries nothing: that it closes tells the child that we are gone, however that happened.
    stdio: ['inherit', 'inherit', 'inherit', ...(keepsOrder ? ['ipc'] : [])],
    detached: process.platform !== 'win32',
    // What is not JavaScript's memory (compressing, reading files) is cut up by threads: two heaps for them all, some 25 MB less.
    env: { MALLOC_ARENA_MAX: '2', ...process.env, PATH: `${dirname(node)}:${process.env.PATH ?? ''}` },
  },
)
function pass(signal) {
  try {
    if (keepsOrder || process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // It has ended already.
  }
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal))
// npm and its shell end at a TERM without a word to us: their end is ours. Only then: who
// runs this file from a terminal may close that and let the server go on.
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === startedBy) return
    clearInterval(watch)
    pass('SIGTERM')
  }, 500)
}
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
