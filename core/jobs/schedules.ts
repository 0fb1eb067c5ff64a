import db from '@adonisjs/lucid/services/db'
import { pluginRegistry } from '../plugins/registry.js'
import { enqueue } from './boss.js'

/** Marks a scheduled entry that stands for one run in each company. */
export const FAN_OUT = 'eachCompany'

/**
 * Puts one entry of a job on its queue for each company where its plugin is
 * on. Runs in the system's scope; what it starts runs in one company's each.
 */
export async function fanOut(job: string): Promise<void> {
  const registry = pluginRegistry()
  const plugin = registry.jobs.find(({ name }) => name === job)?.plugin
  if (!plugin) return
  await db.transaction(async (trx) => {
    const companies = (await trx.from('core_companies').where('status', 'active').orderBy('id').select('id', 'plugins')) as {
      id: number
      plugins: string[]
    }[]
    const on = companies.filter(({ plugins }) => registry.isOn(plugin, plugins))
    await enqueue(
      job,
      on.map(({ id }) => ({ companyId: id })),
      trx,
    )
  })
}
