import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'

/**
 * Learning calls it before it cancels a participation automatically; the plugin `flows` provides it. While that plugin is off, no flow
 * holds any participation.
 */
export interface CourseFlows {
  /** Returns the participations that belong to a running round of a flow. */
  holding(participationIds: readonly number[], client?: Pick<TransactionClientContract, 'rawQuery'>): Promise<Set<number>>
}

export const courseFlows = defineService<CourseFlows>('flows.course_flows')
