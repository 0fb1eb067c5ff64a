import type { CarriedRules } from '#core/contract/archive'

/** What the database does not say of its tables when a company is taken out. */
const AGREED = 'an agreement with this platform'

export const contractsCarried: CarriedRules = {
  stays: { contracts_contracts: AGREED, contracts_uses: AGREED, contracts_orders: 'belongs to what was agreed with this platform' },
}
