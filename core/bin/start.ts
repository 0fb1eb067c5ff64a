import { runServer } from '../server/serve.js'
import { fail } from './fail.js'

await runServer({ build: true }).catch(fail)
