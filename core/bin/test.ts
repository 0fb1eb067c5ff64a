import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { copyWithGeneratedPlugins } from '../testing/generated_plugins.js'
import { fail } from './fail.js'

// Runs every check and test once, in a copy of the project with two generated plugins. The last line is "N passed, N failed".
const { copy, remove } = await copyWithGeneratedPlugins().catch(fail)
const child = spawn(
  process.execPath,
  ['--enable-source-maps', '--import=@poppinss/ts-exec', 'core/bin/test_all.ts', ...process.argv.slice(2)],
  {
    cwd: copy,
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_RESULTS: `${process.cwd()}/.data/test-results`,
      PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
    },
  },
)
const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
await remove()
process.exit(code ?? 1)
