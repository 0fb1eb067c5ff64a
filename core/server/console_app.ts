import { startEmbeddedPostgres } from '../database/embedded.js'
import { databaseUrls } from '../database/urls.js'
import { settings } from '../config/settings.js'
import { makePrivate } from '../files/private_files.js'
import { createIgnitor } from './boot.js'

/** Boots the application without HTTP and workers, migrates, runs `fn` and shuts down in order: for an operator's commands. */
export async function runInConsole(fn: () => Promise<void>): Promise<void> {
  const config = await settings()
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(config.dataDir)
  if (embedded) Object.assign(config, databaseUrls(embedded))
  await makePrivate(config.dataDir)
  const app = createIgnitor().createApp('console')
  await app.init()
  await app.boot()
  try {
    await app.start(async () => {
      const { migrate } = await import('../database/migrate.js')
      await migrate(await app.container.make('lucid.db'))
      await fn()
    })
  } finally {
    await app.terminate()
    await embedded?.stop()
  }
}
