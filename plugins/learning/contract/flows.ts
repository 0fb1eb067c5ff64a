import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'

/**
 * Learning asks it before it cancels a participation automatically, and with each list of trainings for `activeTrainingsSlot`; the plugin
 * `flows` provides it. While that plugin is off, no flow holds any participation or person.
 */
export interface CourseFlows {
  /** Returns the participations that belong to a running round of a flow. */
  holding(participationIds: readonly number[], client?: Pick<TransactionClientContract, 'rawQuery'>): Promise<Set<number>>
  /** Whether the person is or was in a flow, even if it has not given them a training yet. Makes one query. */
  includes(membershipId: number): Promise<boolean>
}

export const courseFlows = defineService<CourseFlows>('flows.course_flows')
