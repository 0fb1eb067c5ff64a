import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { type Tally, emptyTally, shortened } from './tally.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const bin = (path: string) => join(root, 'node_modules', path)

interface Check {
  name: string
  args: string[]
}

const PLACES = ['core', 'plugins', 'themes', 'tenants', 'web']

/** @param only files for lint and format; all of them by default */
const staticChecks = (only?: string[]): Check[] => [
  // The native compiler checks types in half the time. Lint and the build still use the JavaScript one.
  { name: 'types', args: [bin('typescript-native/bin/tsc'), '--noEmit', '-p', 'tsconfig.json'] },
  {
    name: 'boundaries',
    args: [
      bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      'core/tooling/dependency_cruiser.cjs',
      '--output-type',
      'err',
      ...PLACES,
    ],
  },
  {
    name: 'lint',
    args: [
      bin('eslint/bin/eslint.js'),
      '--config',
      'core/tooling/eslint.config.js',
      '--max-warnings',
      '0',
      ...(only ?? [...PLACES, 'adonisrc.ts']),
    ],
  },
  { name: 'format', args: [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', ...(only ?? ['.'])] },
  { name: 'dead code', args: [bin('knip/bin/knip.js'), '--config', 'core/tooling/knip.json', '--no-progress', '--no-config-hints'] },
]

/** Runs a command and prints its result. @returns its output when it failed */
async function failureOf({ name, args }: Check): Promise<string | undefined> {
  const begun = Date.now()
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, FORCE_COLOR: '0' } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`)
  if (code === 0) return undefined
  console.log(output.trim())
  return shortened(`${name}\n${output.trim()}`)
}

/**
 * Codegen, types, boundaries, lint, format and dead code. Each counts as one test.
 * @param only files for lint and format; all of them by default
 */
export async function runStaticChecks(only?: string[]): Promise<Tally> {
  const tally = emptyTally()
  const count = async (check: Check) => {
    const failure = await failureOf(check)
    if (failure === undefined) tally.passed += 1
    else {
      tally.failed += 1
      tally.failures.push(failure)
    }
  }
  // The other checks read the files that codegen writes.
  await count({ name: 'codegen', args: ['--import=@poppinss/ts-exec', 'core/bin/codegen.ts'] })
  const two = pLimit(2)
  await Promise.all(staticChecks(only).map((check) => two(() => count(check))))
  return tally
}
