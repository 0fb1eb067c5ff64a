import { spawn, spawnSync } from 'node:child_process'
import { chmod, cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makePlugin } from '../plugins/make_plugin.js'
import type { Tally } from './checks.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const ID = 'waiting_list'
/** Not what the stubs are written with: renaming must leave nothing behind. */
const THING = 'entry'

/**
 * Proves that a plugin from the stubs passes all checks untouched: makes one
 * in a copy of this project and runs `check` there, with its own tests, the
 * isolation matrix and the pages' build.
 */
export async function runMadePluginCheck(): Promise<Tally> {
  const begun = Date.now()
  const copy = await mkdtemp(join(tmpdir(), 'made-plugin-'))
  try {
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
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
    await makePlugin(ID, copy, THING)
    const { code, output } = await check(copy)
    console.log(`${code === 0 ? '✓' : '✗'} a plugin made by make:plugin passes all checks (${((Date.now() - begun) / 1000).toFixed(1)} s)`)
    if (code !== 0) console.log(output.trim())
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

function check(cwd: string): Promise<{ code: number | null; output: string }> {
  const args = [
    '--import=@poppinss/ts-exec',
    'core/bin/check.ts',
    `plugins/${ID}`,
    'core/tests/isolation',
    'core/tests/plugins',
    'core/tests/privacy',
    'web/tests/surface',
  ]
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FORCE_COLOR: '0', PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}` },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}
