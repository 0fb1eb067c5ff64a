import { buildWebIfNeeded } from '../server/build_web.js'
import { fail } from './fail.js'

await buildWebIfNeeded((text) => console.log(`• ${text}`)).catch(fail)
