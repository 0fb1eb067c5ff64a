import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { serviceOf } from '#core/kit/services'
import { courseFlows } from '../../contract/flows.js'
import type Participation from '../models/participation.js'

/** Whether a flow that the person is currently in needs this participation. */
export async function isInFlow({ id, source }: Participation, client?: TransactionClientContract): Promise<boolean> {
  if (source !== 'flow') return false
  return (await (await serviceOf(courseFlows, client))?.holding([id], client))?.has(id) ?? false
}
