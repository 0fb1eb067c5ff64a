import type { Session } from '#core/contract/session'
import { defineService } from '#core/contract/services'

/**
 * Tasks of a person besides their trainings, such as an exam. The plugin `booking` provides it for `trainingsSlot`. It is asked with each
 * list of trainings, so that only people who have something load that screen.
 */
export interface OtherWork {
  /** Whether this person has other work, such as an exam. Makes one query. */
  has(session: Session): Promise<boolean>
}

export const otherWork = defineService<OtherWork>('booking.other_work')
