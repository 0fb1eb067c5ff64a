import type { ApplicationService } from '@adonisjs/core/types'
import { guardConnections } from '../tenancy/connections.js'

/** Puts the scope before every database connection, as soon as there is a database. */
export default class KernelProvider {
  constructor(protected app: ApplicationService) {}

  async boot() {
    guardConnections(await this.app.container.make('lucid.db'))
  }

  async shutdown() {
    const { stopJobs } = await import('../jobs/jobs.js')
    const { stopRelay } = await import('../events/relay.js')
    await stopRelay()
    await stopJobs()
  }
}
