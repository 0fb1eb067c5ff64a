import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { leadsBack } from '../../contract/refreshing.js'

interface Named {
  id: number
  name: string
  refresh: number | null
}

/** The company's flows by name, each with its refresh flow (for the second round and later). */
export const flowsByName = (): Promise<Named[]> =>
  db.from('flows_flows').orderBy('search_text').select('id', 'name', 'refresh_flow_id as refresh')

/**
 * Validates a refresh flow. Two concurrent saves may still create a cycle; people then change flows each round, which is harmless.
 * @param flow the flow that refers to it; null: a new one
 * @returns its name; null if there is none
 * @throws AppError 404 for one that the company does not have; 422 on `refresh_flow` (cycle) if following it leads back
 */
export async function nextFlow(refresh: number | null, flow: number | null): Promise<string | null> {
  if (refresh === null) return null
  const flows = await flowsByName()
  const found = flows.find(({ id }) => id === refresh)
  if (!found) throw notFound()
  if (leadsBack(flows, flow, refresh)) throw invalid('refresh_flow', 'cycle')
  return found.name
}

/** @throws AppError 409 `flow_refreshes` while another flow uses this one as its refresh flow */
export async function assertRefreshesNone(trx: TransactionClientContract, flow: number): Promise<void> {
  if (await trx.from('flows_flows').where('refresh_flow_id', flow).first()) throw conflict('flow_refreshes')
}
