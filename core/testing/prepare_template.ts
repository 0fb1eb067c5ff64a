import { createIgnitor } from '../server/boot.js'
import { keepAll } from './kept_sources.mjs'

// Migrates and loads the demo into the template database, lets the events of
// the demo's history be delivered, and ends: clones need it without connections.
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
await keepAll()
