import { defineTabSlot } from '#core/contract/web'

/** What the page under a tab knows of where it stands: the frame has the title, the page the rest. */
export interface AdministrationTabProps {
  readonly isTab?: boolean
}

/**
 * The tabs of /administratie: bookings, consumption, contracts, purchase, external courses (specification, section 2). The fill's
 * `access` says who has the tab; `?tab=<plugin>.<key>` is its address.
 */
export const administrationTabSlot = defineTabSlot<AdministrationTabProps>('administration.tab')
