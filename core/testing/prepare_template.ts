import { createIgnitor } from '../server/boot.js'
import { cacheAll } from './cached_sources.mjs'

// Migrates the template database, loads the demo, delivers the events of the demo's history, and exits: cloning needs a database without
// connections.
const ignitor = createIgnitor()
const app = ignitor.createApp('web')
await app.init()
await app.boot()
await app.start(async () => {
  const { prepare } = await import('../server/prepare.js')
  const { settle } = await import('./settle.js')
  await prepare(app)
  await settle()
})
await app.terminate()
await cacheAll()
