import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { leadsBack } from '../../contract/refreshing.js'

interface Named {
  id: number
  name: string
  refresh: number | null
}

/** The company's flows by name, each with the flow that its people go on with from their second round. */
export const flowsByName = (): Promise<Named[]> =>
  db.from('flows_flows').orderBy('search_text').select('id', 'name', 'refresh_flow_id as refresh')

/**
 * Checks the flow that people are to go on with from their second round. Two saves at the same moment may still make a circle; people then change
 * flows each round, which harms nothing.
 * @param flow the flow that names it; null: a new one
 * @returns its name; null where none is named
 * @throws AppError 404 for one that the company does not have; 422 on `refresh_flow` (cycle) where following it leads back
 */
export async function nextFlow(refresh: number | null, flow: number | null): Promise<string | null> {
  if (refresh === null) return null
  const flows = await flowsByName()
  const found = flows.find(({ id }) => id === refresh)
  if (!found) throw notFound()
  if (leadsBack(flows, flow, refresh)) throw invalid('refresh_flow', 'cycle')
  return found.name
}

/** @throws AppError 409 `flow_refreshes` while people of another flow go on with this one */
export async function assertRefreshesNone(trx: TransactionClientContract, flow: number): Promise<void> {
  if (await trx.from('flows_flows').where('refresh_flow_id', flow).first()) throw conflict('flow_refreshes')
}
