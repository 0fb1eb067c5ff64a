import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listedPlugins } from '../plugins/listed.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const stampFile = join(root, 'build/web/.sources')

/** Hash over all sources of the web build. */
async function sourcesHash(): Promise<string> {
  const hash = createHash('sha256')
  const add = async (folder: string, path: string) => hash.update(path).update(await readFile(join(folder, path)))
  await add(root, 'package-lock.json')
  await add(root, 'plugins/index.ts')
  for (const folder of ['web', 'themes', 'core/contract'].map((name) => join(root, name))) {
    for (const path of await filesIn(folder)) await add(folder, path)
  }
  for (const { folder } of listedPlugins(root)) {
    for (const path of await filesIn(folder)) if (/^(web|contract)\/|^pages\.ts$/.test(path)) await add(folder, path)
  }
  return hash.digest('hex')
}

async function filesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  return files
    .filter((file) => file.isFile())
    .map((file) => relative(folder, join(file.parentPath, file.name)))
    .sort()
}

async function run(args: string[]): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += chunk))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`The web build failed.\n${errors.trim()}`)
}

/**
 * Builds the web half when its sources changed since the last build.
 * @throws Error with the compiler's output when it fails
 */
export async function buildWebIfNeeded(step: (text: string) => void): Promise<void> {
  const hash = await sourcesHash()
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === hash) return
  step('Building the pages …')
  // The route registry first: the pages' API client imports it.
  await run(['--import=@poppinss/ts-exec', join(root, 'core/bin/codegen.ts')])
  await run([join(root, 'node_modules/vite/bin/vite.js'), 'build', '--config', join(root, 'web/vite.config.ts'), '--logLevel', 'error'])
  await writeFile(stampFile, hash)
}
