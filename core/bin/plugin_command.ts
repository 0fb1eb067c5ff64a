import { runInConsole } from '../server/console_app.js'
import { fail } from './fail.js'

// Runs a command that a plugin declares, e.g. `npm run import:course -- <folder>`.
const [name, ...args] = process.argv.slice(2)
await runInConsole(async () => {
  const { pluginRegistry } = await import('../plugins/registry.js')
  const { asSystem } = await import('../tenancy/scope.js')
  const commands = pluginRegistry().plugins.flatMap((plugin) => plugin.commands ?? [])
  const command = commands.find((candidate) => candidate.name === name)
  if (!command) throw new Error(`Unknown command "${name ?? ''}". Known: ${commands.map((known) => known.name).join(', ')}`)
  await asSystem(`command ${command.name}`, () => command.run(args))
}).then(() => process.exit(0), fail)
