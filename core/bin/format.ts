import { run } from '../testing/cluster.js'
import { fail } from './fail.js'

await run(['node_modules/prettier/bin/prettier.cjs', '--write', '--log-level', 'warn', '.']).catch(fail)
