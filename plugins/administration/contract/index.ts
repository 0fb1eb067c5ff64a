import { defineTabSlot } from '#core/contract/web'

/** The context of the page under a tab. The frame renders the title, the page renders the rest. */
export interface AdministrationTabProps {
  readonly isTab?: boolean
}

/**
 * The tabs of /administratie: bookings, consumption, contracts, purchase, external courses (specification, section 2). The fill's `access`
 * decides who sees the tab; `?tab=<plugin>.<key>` is its address.
 */
export const administrationTabSlot = defineTabSlot<AdministrationTabProps>('administration.tab')
