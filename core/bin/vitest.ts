import { existsSync } from 'node:fs'
import { buildWebIfNeeded } from '../server/build_web.js'
import { withTestCluster } from '../testing/cluster.js'
import { runServerTests } from '../testing/server_tests.js'
import { report } from '../testing/tally.js'
import { fail } from './fail.js'

// Unit and HTTP tests alone: `npm run test:server -- plugins/learning`.
const filters = process.argv.slice(2)
// Vitest would run other files instead.
const missing = filters.find((filter) => /\.test\.tsx?$/.test(filter) && !existsSync(filter))
if (missing) fail(new Error(`There is no test file ${missing}.`))
await buildWebIfNeeded(console.log).catch(fail)
const tally = await withTestCluster((cluster) => runServerTests(cluster, filters)).catch(fail)
process.exit(report(tally))
