import db from '@adonisjs/lucid/services/db'
import { notFound } from '../contract/errors.js'
import { type Arrival, ArrivalRefused } from '../contract/launches.js'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem, currentCompanyId, inCompany, withoutScope } from '../tenancy/scope.js'

/** The launch that an integration read, or its reason for refusing. */
type Read = { arrival: Arrival } | { refused: ArrivalRefused }

/**
 * Reads a launch with the integration named in its address, and continues in the company that the launch belongs to.
 * @param plugin the plugin of the page; it and the integration's plugin must be on in that company
 * @throws AppError 404 for an integration that no plugin declares; ArrivalRefused when the launch belongs to no company
 */
export async function onArrival<T>(
  { plugin, integration, token, payload }: { plugin: string; integration: string; token: string; payload: string },
  work: (read: Read) => Promise<T>,
): Promise<T> {
  const declared = pluginRegistry().launch(integration)
  if (!declared) throw notFound()
  const read: Read = await withoutScope(() => declared.read({ token, payload })).then(
    (arrival) => ({ arrival }),
    (error: unknown) => {
      if (error instanceof ArrivalRefused) return { refused: error }
      throw error
    },
  )
  const companyId = 'arrival' in read ? read.arrival.companyId : read.refused.by?.companyId
  if (companyId === undefined) throw 'refused' in read ? read.refused : notFound()
  if (!(await isOpen(companyId, [plugin, declared.plugin]))) throw new ArrivalRefused('source_unknown')
  return inCompany(companyId, () => work(read))
}

/** Whether the system that just sent somebody may still do so: its registration, its integration and the integration's plugin are on. */
export async function mayStillSend({ integration, source }: { integration: string; source: string }): Promise<boolean> {
  const declared = pluginRegistry().launch(integration)
  if (!declared || !(await isOpen(currentCompanyId(), [declared.plugin]))) return false
  return (await declared.sends?.(source)) ?? true
}

async function isOpen(companyId: number, plugins: readonly string[]): Promise<boolean> {
  const row: { plugins: string[] } | null = await asSystem('arrivals.company', () =>
    db.from('core_companies').where({ id: companyId, status: 'active' }).select('plugins').first(),
  )
  return row !== null && plugins.every((plugin) => pluginRegistry().isOn(plugin, row.plugins))
}
