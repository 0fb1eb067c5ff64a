import type { ArchiveRules } from '#core/contract/archive'

/** Facts about the tables that the database does not contain, for the export of a company. */
const PROVIDER = 'known to the provider of card payments of this platform'

export const paymentsArchiveRules: ArchiveRules = {
  stays: { payments_payments: PROVIDER, payments_refunds: PROVIDER, payments_words: PROVIDER },
}
