import { runServer } from '../http/serve.js'
import { fail } from './fail.js'

await runServer({ build: true }).catch(fail)
