import type { ApplicationService } from '@adonisjs/core/types'
import { guardConnections } from '../tenancy/connections.js'

/** Applies the scope to every database connection, from the first one on. */
export default class KernelProvider {
  constructor(protected app: ApplicationService) {}

  async boot() {
    guardConnections(await this.app.container.make('lucid.db'))
  }

  async shutdown() {
    const { stopJobs } = await import('../jobs/jobs.js')
    const { closeMailer } = await import('../mail/smtp.js')
    const { stopRelay } = await import('../events/relay.js')
    await stopRelay()
    await stopJobs()
    await closeMailer()
  }
}
