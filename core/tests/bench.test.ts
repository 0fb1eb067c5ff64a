import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { listedPlugins } from '../plugins/listed.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

// `npm run bench` boots no application: the imports of a bench.ts must not need one.
it('reads the declared benchmarks without a booted application', async () => {
  const files = listedPlugins(root)
    .map(({ folder }) => join(folder, 'bench.ts'))
    .filter((file) => existsSync(file))
  expect(files.length).toBeGreaterThan(0)
  const script = files.map((file) => `console.log(typeof (await import(${JSON.stringify(pathToFileURL(file).href)})).default.prepare)`)
  const args = ['--import=@poppinss/ts-exec', '--input-type=module', '--eval', script.join('\n')]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
  expect(stdout.trim().split('\n')).toEqual(files.map(() => 'function'))
})
