import { buildWebIfNeeded } from '../server/build_web.js'
import { withTestCluster } from '../testing/cluster.js'
import { runServerTests } from '../testing/server_tests.js'
import { report } from '../testing/tally.js'
import { fail } from './fail.js'

// Unit and HTTP tests alone: `npm run test:server -- plugins/learning`.
await buildWebIfNeeded(console.log).catch(fail)
const tally = await withTestCluster((cluster) => runServerTests(cluster, process.argv.slice(2))).catch(fail)
process.exit(report(tally))
