// A separate process that serves the database and folder of its environment, with the tests' file purpose.
import { declareTestPurpose } from './file_checks.js'
import { createIgnitor } from '../server/boot.js'
import { startHttp } from '../server/http_server.js'

const ignitor = createIgnitor().tap((app) => app.ready(() => declareTestPurpose()))
await startHttp(ignitor)
process.send?.('ready')
