import type { CarriedRules } from '#core/contract/archive'

/** What the database does not say of its tables when a company is taken out. */
export const termsCarried: CarriedRules = {
  documents: { 'terms_versions.texts': null },
  // The words themselves: whoever agreed to others agreed to something else, and is asked again.
  stableKeys: { terms_versions: ['number', 'texts'] },
  optional: { terms_acceptances: 'a platform with other terms asks again' },
}
