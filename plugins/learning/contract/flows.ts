import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'

/** Asked by learning before a participation is cancelled by itself, answered by the plugin `flows`. While that is off no flow holds anything. */
export interface CourseFlows {
  /** Which of these participations belong to a round of a flow that is under way. */
  holding(participationIds: readonly number[], client?: Pick<TransactionClientContract, 'rawQuery'>): Promise<Set<number>>
}

export const courseFlows = defineService<CourseFlows>('flows.course_flows')
