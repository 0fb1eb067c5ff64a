import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'

/** A person who needs a seat: by membership, or by the address that a visitor entered. */
export interface Seated {
  membershipId: number | null
  email: string
}

/** The seats that the waiting list holds for people. In the scope of their company. */
export interface WaitingListService {
  /** Returns the number of these people with a seat at a moment through an offer, accepted or still open. */
  countHeldSeats(momentId: number, people: readonly Seated[]): Promise<number>
  /**
   * Releases the seats that the list holds for these people, in the caller's transaction, which takes the seats itself; this answers their
   * offers. Take the moment's seats in the same transaction.
   * @returns how many seats were released
   */
  releaseSeats(trx: TransactionClientContract, momentId: number, people: readonly Seated[]): Promise<number>
}

export const waitingListService = defineService<WaitingListService>('waiting_list.service')
