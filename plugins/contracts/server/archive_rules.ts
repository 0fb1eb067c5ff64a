import type { ArchiveRules } from '#core/contract/archive'

/** Facts about the tables that the database does not contain, for the export of a company. */
const AGREED = 'an agreement with this platform'

export const contractsArchiveRules: ArchiveRules = {
  stays: { contracts_contracts: AGREED, contracts_uses: AGREED, contracts_orders: 'belongs to what was agreed with this platform' },
}
