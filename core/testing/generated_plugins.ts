import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addToIndex, makePlugin, prettier, turnOn } from '../plugins/make_plugin.js'
import { INSIDE, PACKAGED } from './generated_ids.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Other names than in the stubs, so that a forgotten rename is noticed. */
const THINGS = { [INSIDE]: 'entry', [PACKAGED]: 'wish' }

/**
 * Copies this project and adds two plugins made by `make:plugin` to the copy: one in the repository, one as an npm package.
 * Every test runs in that copy, so both must pass every check unchanged.
 * @returns the folder of the copy, and a function that removes it
 */
export async function copyWithGeneratedPlugins(): Promise<{ copy: string; remove(): Promise<void> }> {
  const copy = await mkdtemp(join(tmpdir(), 'platform-test-'))
  const remove = () => rm(copy, { recursive: true, force: true })
  try {
    await copySources(copy)
    await makePlugin(INSIDE, { rootFolder: copy, thing: THINGS[INSIDE]! })
    const name = await installPackage(copy)
    const index = join(copy, 'plugins/index.ts')
    const pretty = await prettier(copy)
    await writeFile(index, await pretty('plugins/index.ts', addToIndex(await readFile(index, 'utf8'), PACKAGED, name)))
    for (const [file, text] of (await turnOn(PACKAGED, copy, pretty)).values()) await writeFile(join(copy, file), text)
    return { copy, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Timestamps are preserved: a lock file that looks newer than its installation would be installed again. */
async function copySources(copy: string): Promise<void> {
  // PostgreSQL may run as another user, who needs access to the folder.
  await chmod(copy, 0o755)
  const files = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, maxBuffer: 64e6 })
  if (files.status !== 0) throw new Error('git ls-files failed; the tests run in a copy of the files that git knows.')
  for (const file of files.stdout.toString().split('\0').filter(Boolean)) {
    // A file that was deleted and not committed yet is still listed.
    await cp(join(root, file), join(copy, file), { recursive: true, preserveTimestamps: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}

/**
 * Creates the plugin as a package in another folder, packs it with npm and lets npm install the tarball; the platform's own dependencies
 * are linked beside it.
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
      // The folders are on different file systems.
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
