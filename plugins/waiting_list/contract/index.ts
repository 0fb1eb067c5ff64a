import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'

/** Somebody who is to have a seat: by membership, or by the address that a visitor gave. */
export interface Seated {
  membershipId: number | null
  email: string
}

/** What the waiting list holds for people. In the scope of their company. */
export interface WaitingListService {
  /** How many of these people have a seat at a moment by an offer of the list, taken or still open. */
  held(momentId: number, people: readonly Seated[]): Promise<number>
  /**
   * Gives the seats that the list holds for these people back, in the caller's transaction, which takes them itself: their offers are
   * answered by that. Take the moment's seats in the same transaction.
   */
  handOver(trx: TransactionClientContract, momentId: number, people: readonly Seated[]): Promise<void>
}

export const waitingListService = defineService<WaitingListService>('waiting_list.service')
