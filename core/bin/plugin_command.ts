import { createIgnitor } from '../http/boot.js'
import { startEmbeddedPostgres } from '../database/embedded.js'
import { settings } from '../config/settings.js'
import { keepPrivate } from '../files/private_files.js'
import { fail } from './fail.js'

// Runs a command that a plugin declares, e.g. `npm run import:course -- <folder>`.
async function main(name: string | undefined, args: string[]): Promise<void> {
  const config = await settings()
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(config.dataDir)
  if (embedded) Object.assign(config, { databaseUrl: embedded.databaseUrl, databaseOwnerUrl: embedded.databaseOwnerUrl })
  await keepPrivate(config.dataDir)
  const app = createIgnitor().createApp('console')
  await app.init()
  await app.boot()
  try {
    await app.start(async () => {
      const { pluginRegistry } = await import('../plugins/registry.js')
      const { migrate } = await import('../database/migrate.js')
      const { asSystem } = await import('../tenancy/scope.js')
      const commands = pluginRegistry().plugins.flatMap((plugin) => plugin.commands ?? [])
      const command = commands.find((candidate) => candidate.name === name)
      if (!command) throw new Error(`Unknown command "${name ?? ''}". Known: ${commands.map((known) => known.name).join(', ')}`)
      await migrate(await app.container.make('lucid.db'))
      await asSystem(`command ${command.name}`, () => command.run(args))
    })
  } finally {
    await app.terminate()
    await embedded?.stop()
  }
}

const [name, ...args] = process.argv.slice(2)
await main(name, args).then(() => process.exit(0), fail)
