import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'

/** A person's personnel data in a company. */
export interface WorkDetails {
  personnel_number: string | null
  job_title: string | null
  /** Membership of another member. */
  manager_id: number | null
}

/** Personnel data for other plugins, such as a company's directory. Runs in the caller's scope. */
export interface WorkService {
  /** Returns the data by membership; people without data are left out. */
  of(members: readonly number[]): Promise<Map<number, WorkDetails>>
  /** The memberships with this personnel number, in any case. */
  findByNumber(number: string): Promise<number[]>
  /** The memberships whose manager this is. */
  findByManager(manager: number): Promise<number[]>
  /**
   * Changes some of it.
   * @param within runs in the same transaction, if something changed
   * @returns whether something changed
   * @throws AppError 404; 422 on `personnel_number` (unique, number_or_email), `manager_id` (enum, own_manager)
   */
  change(membershipId: number, changes: Partial<WorkDetails>, within: (trx: TransactionClientContract) => Promise<void>): Promise<boolean>
}

export const workService = defineService<WorkService>('people.work')
