import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { pluginRegistry } from '../plugins/registry.js'
import { enqueue } from './boss.js'

/** Marks a scheduled entry that stands for one run in each company. */
export const FAN_OUT = 'eachCompany'

/**
 * The active companies in which a scheduled job has work, from its `due` query: one statement for all companies. Without `due`, all
 * companies where its plugin is on. Runs in the system's scope.
 */
export async function dueCompanies(name: string, on: TransactionClientContract | typeof db = db): Promise<number[]> {
  const registry = pluginRegistry()
  const job = registry.jobs.find((candidate) => candidate.name === name)
  if (!job) return []
  const query = on.from('core_companies').where('status', 'active').orderBy('id').select('id', 'plugins')
  const due = job.schedule?.due
  if (due) void query.whereRaw(`id in (select d.company_id from (${due}) d)`)
  const companies: { id: number; plugins: string[] }[] = await query
  return companies.filter(({ plugins }) => registry.isOn(job.plugin, plugins)).map(({ id }) => id)
}

/**
 * Puts one entry of a job on its queue for each company that has work for it. Runs in the system's scope; what it starts runs in
 * one company's each.
 */
export async function fanOut(job: string): Promise<void> {
  await db.transaction(async (trx) => {
    const companies = await dueCompanies(job, trx)
    await enqueue(
      job,
      companies.map((companyId) => ({ companyId })),
      trx,
    )
  })
}
