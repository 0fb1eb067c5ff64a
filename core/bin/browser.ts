import { runBrowserTests } from '../testing/browser_tests.js'
import { tell } from '../testing/checks.js'
import { fail } from './fail.js'

// The browser tests alone: `npm run test:browser -- --grep certificate`.
const tally = await runBrowserTests(process.argv.slice(2)).catch(fail)
tell(tally)
process.exit(tally.failed ? 1 : 0)
