import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { listedPlugins } from '../plugins/listed.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** A plugin from a package that ships its tests is tested with the rest. */
const packages = listedPlugins(root).flatMap(({ packaged, folder }) => (packaged ? [relative(root, folder)] : []))

/**
 * Unit and HTTP tests. Server code runs as it does in production: Node imports
 * it through ts-exec, Vite only sees the test files themselves. Each file is a
 * process of its own with a database of its own (core/testing/app.ts).
 */
export default defineConfig({
  root,
  test: {
    include: ['{core,plugins,themes,web}/**/*.test.{ts,tsx}', ...packages.map((folder) => `${folder}/tests/**/*.test.ts`)],
    exclude: ['{core,plugins,themes,web}/**/node_modules/**', '**/tests/browser/**'],
    pool: 'forks',
    // One more than CI has cores: some files wait for a clock or a killed process most of their time.
    maxWorkers: 3,
    execArgv: [`--import=${fileURLToPath(new URL('kept_sources.mjs', import.meta.url))}`, '--enable-source-maps'],
    server: { deps: { external: [/\/(core|plugins|themes|tenants|node_modules)\/(?!.*\.test\.)/] } },
    // What hangs is found by these; what is slow must pass, also on a machine that does much else.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    reporters: process.env.TEST_REPORT ? ['default', ['json', { outputFile: process.env.TEST_REPORT }]] : ['default'],
  },
})
