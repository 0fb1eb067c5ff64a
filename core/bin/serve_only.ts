import { runServer } from '../server/serve.js'
import { fail } from './fail.js'

// The server without the build step: for a built deployment and for `npm run dev`.
await runServer({ build: false }).catch(fail)
