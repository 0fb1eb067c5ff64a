import { createIgnitor } from '../http/boot.js'
import { fail } from './fail.js'

// Writes .adonisjs/client/registry: the types of every route, for the browser.
await createIgnitor().ace().handle(['codegen']).catch(fail)
