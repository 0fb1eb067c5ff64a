import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { listedPlugins } from '../plugins/listed.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** A plugin from a package that contains its tests is tested with the rest. */
const packages = listedPlugins(root).flatMap(({ packaged, folder }) => (packaged ? [relative(root, folder)] : []))

const include = ['{core,plugins,themes,web}/**/*.test.{ts,tsx}', ...packages.map((folder) => `${folder}/tests/**/*.test.ts`)]
const exclude = ['{core,plugins,themes,web}/**/node_modules/**', '**/tests/browser/**']

/**
 * Files with the line `// @own-process: <reason>` get a process of their own: they set the environment before the application
 * boots, or replace modules. All others share a process with the files that ran before them.
 */
const ownProcess = globSync(include, { cwd: root, exclude }).filter((file) =>
  /^\/\/ @own-process: ./m.test(readFileSync(join(root, file), 'utf8')),
)

/**
 * Unit and HTTP tests. Server code runs as it does in production: Node imports it through ts-exec, Vite only sees the test
 * files. A worker boots the application once and gives each file a new database (core/testing/app.ts).
 */
export default defineConfig({
  root,
  test: {
    pool: 'forks',
    // One more than CI has cores, because some files mostly wait for a process or a queue.
    maxWorkers: 3,
    execArgv: [`--import=${fileURLToPath(new URL('cached_sources.mjs', import.meta.url))}`, '--enable-source-maps'],
    server: { deps: { external: [/\/(core|plugins|themes|tenants|node_modules)\/(?!.*\.test\.)/] } },
    // Timeouts that only a hang reaches: a slow machine must pass.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    reporters: process.env.TEST_REPORT ? ['default', ['json', { outputFile: process.env.TEST_REPORT }]] : ['default'],
    projects: [
      { extends: true, test: { name: 'shared', include, exclude: [...exclude, ...ownProcess], isolate: false } },
      { extends: true, test: { name: 'own process', include: ownProcess, exclude, isolate: true } },
    ],
  },
})
