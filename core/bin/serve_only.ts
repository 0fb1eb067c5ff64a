import { runServer } from '../http/serve.js'
await runServer({ build: false }).catch((e) => { console.error(e); process.exit(1) })
