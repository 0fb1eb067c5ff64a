import { spawn, spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addToIndex, makePlugin, prettier, turnOn } from '../plugins/make_plugin.js'
import type { Tally } from './checks.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const INSIDE = 'lost_property'
const PACKAGED = 'wish_list'
/** Not what the stubs are written with: renaming must leave nothing behind. */
const THINGS = { [INSIDE]: 'entry', [PACKAGED]: 'wish' }
/** What holds every plugin, whoever wrote it. */
const EVERY_PLUGIN = [
  'core/tests/isolation',
  'core/tests/malformed_requests',
  'core/tests/plugins',
  'core/tests/privacy',
  'web/tests/surface',
]

/**
 * Proves that plugins from the stubs pass all checks untouched, one in the repository and one as an npm package: makes both in
 * a copy of this project and runs `check` there, with their own tests, the isolation matrix and the pages' build.
 */
export async function runMadePluginCheck(): Promise<Tally> {
  const begun = Date.now()
  const copy = await mkdtemp(join(tmpdir(), 'made-plugin-'))
  try {
    await copySources(copy)
    await makePlugin(INSIDE, { rootFolder: copy, thing: THINGS[INSIDE]! })
    const name = await installPackage(copy)
    const index = join(copy, 'plugins/index.ts')
    const pretty = await prettier(copy)
    await writeFile(index, await pretty('plugins/index.ts', addToIndex(await readFile(index, 'utf8'), PACKAGED, name)))
    // The rest is what was looked at before the copy was made.
    const written = [`plugins/${INSIDE}`, 'plugins/index.ts']
    for (const [file, text] of (await turnOn(PACKAGED, copy, pretty)).values()) {
      await writeFile(join(copy, file), text)
      written.push(file)
    }
    const only = written.flatMap((file) => ['--only', file])
    const { code, output } = await check(copy, [...only, `plugins/${INSIDE}`, `node_modules/${name}`, ...EVERY_PLUGIN])
    const what = 'plugins made by make:plugin, in the repository and as a package, pass all checks'
    console.log(`${code === 0 ? '✓' : '✗'} ${what} (${((Date.now() - begun) / 1000).toFixed(1)} s)`)
    if (code !== 0) console.log(output.trim())
    if (code === 0) return { passed: 1, failed: 0, failures: [] }
    // What failed stands at the end of what it says.
    return { passed: 0, failed: 1, failures: [`${what}\n${output.trim().split('\n').slice(-20).join('\n')}`] }
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

async function copySources(copy: string): Promise<void> {
  // PostgreSQL may run as another user, who has to walk in.
  await chmod(copy, 0o755)
  const files = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, maxBuffer: 64e6 })
  if (files.status !== 0) throw new Error('git ls-files failed; the check of make:plugin copies what git knows.')
  for (const file of files.stdout.toString().split('\0').filter(Boolean)) {
    // A file that was deleted and not committed yet is still listed.
    await cp(join(root, file), join(copy, file), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}

/**
 * Makes the plugin as a package somewhere else, packs it with npm and lets npm
 * install the tarball; the platform's own dependencies are linked beside it.
 * @returns the package's name
 */
async function installPackage(copy: string): Promise<string> {
  const elsewhere = await mkdtemp(join(tmpdir(), 'plugin-package-'))
  try {
    const packageFolder = join(elsewhere, 'source')
    const { packageName } = await makePlugin(PACKAGED, { rootFolder: copy, thing: THINGS[PACKAGED]!, packageFolder })
    npm(['pack', '--pack-destination', elsewhere], packageFolder)
    const tarball = (await readdir(elsewhere)).find((file) => file.endsWith('.tgz'))!
    const place = join(elsewhere, 'installed')
    await mkdir(place)
    await writeFile(join(place, 'package.json'), '{ "private": true }')
    npm(['install', '--offline', '--no-audit', '--no-fund', join(elsewhere, tarball)], place)

    const modules = join(copy, 'node_modules')
    await mkdir(modules)
    for (const entry of await readdir(join(root, 'node_modules'))) {
      if (entry !== 'training-platform') await symlink(join(root, 'node_modules', entry), join(modules, entry))
    }
    await symlink(copy, join(modules, 'training-platform'))
    const manifest = JSON.parse(await readFile(join(copy, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
    manifest.dependencies[packageName!] = '0.1.0'
    await writeFile(join(copy, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    await rename(join(place, 'node_modules', packageName!), join(modules, packageName!)).catch(async (error: NodeJS.ErrnoException) => {
      // Another file system.
      if (error.code !== 'EXDEV') throw error
      await cp(join(place, 'node_modules', packageName!), join(modules, packageName!), { recursive: true })
    })
    return packageName!
  } finally {
    await rm(elsewhere, { recursive: true, force: true })
  }
}

function npm(args: string[], cwd: string): void {
  const result = spawnSync('npm', args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' })
  if (result.status !== 0) throw new Error(`npm ${args[0]} failed.\n${result.stderr}`)
}

function check(cwd: string, args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['--import=@poppinss/ts-exec', 'core/bin/check.ts', ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      FORCE_COLOR: '0',
      TEST_ROUTES_OF: `${INSIDE},${PACKAGED}`,
      PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}
