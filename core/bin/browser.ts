import { runBrowserTests } from '../testing/browser_tests.js'
import { fail } from './fail.js'

// The browser tests alone: `npm run test:browser -- --grep certificate`.
const { passed, failed } = await runBrowserTests(process.argv.slice(2)).catch(fail)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
