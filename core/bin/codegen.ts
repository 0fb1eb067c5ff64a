import { createIgnitor } from '../server/boot.js'
import { fail } from './fail.js'

// Signs nothing, so no key has to be created for it.
process.env.APP_KEY ??= 'codegen'.padEnd(32, '-')

// Writes .adonisjs/client/registry: the types of every route, for the browser.
await createIgnitor().ace().handle(['codegen']).catch(fail)
