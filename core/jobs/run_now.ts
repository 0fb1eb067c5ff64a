import db from '@adonisjs/lucid/services/db'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem, inCompany } from '../tenancy/scope.js'

/**
 * Runs a job in this process, without queue and retries, for developers.
 * @param company login id; without it every company where the plugin is on, or the platform for core's own
 * @returns the login ids in which it ran; null when it ran for the platform
 * @throws Error when there is no such company with the plugin on; whatever the job throws
 */
export async function runJobNow(
  name: string,
  { company, payload }: { company: string | undefined; payload: object },
): Promise<string[] | null> {
  const registry = pluginRegistry()
  const job = registry.jobs.find((candidate) => candidate.name === name)!
  const run = (companyId: number | null) => job.run({ ...payload, companyId } as never)
  if (!company && job.schedule?.each === 'platform') {
    await asSystem(`job ${name}`, () => run(null))
    return null
  }
  const companies = await asSystem('job.companies', async () => {
    const rows: { id: number; login_id: string; plugins: string[] }[] = await db
      .from('core_companies')
      .where('status', 'active')
      .orderBy('login_id')
      .select('id', 'plugins', db.raw('login_id::text as login_id'))
    return rows.filter(({ login_id: id, plugins }) => registry.isOn(job.plugin, plugins) && (!company || id === company))
  })
  if (company && !companies.length) throw new Error(`There is no company "${company}" with the plugin "${job.plugin}" on.`)
  for (const { id } of companies) await inCompany(id, () => run(id))
  return companies.map(({ login_id: id }) => id)
}
