import { join } from 'node:path'
import { run, startTestCluster } from '../testing/cluster.js'
import { fail } from './fail.js'

// Unit and HTTP tests alone, for whoever works on them: `npm run test:server -- plugins/learning`.
const cluster = await startTestCluster().catch(fail)
let code = 0
try {
  await run(
    [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', 'core/testing/vitest.config.ts', ...process.argv.slice(2)],
    cluster.env,
  )
} catch {
  code = 1
} finally {
  await cluster.stop()
}
process.exit(code)
