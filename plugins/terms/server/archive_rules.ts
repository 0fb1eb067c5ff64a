import type { ArchiveRules } from '#core/contract/archive'

/** Facts about the tables that the database does not contain, for the export of a company. */
export const termsArchiveRules: ArchiveRules = {
  documents: { 'terms_versions.texts': null },
  // The texts themselves: a person who accepted other texts has to be asked again.
  stableKeys: { terms_versions: ['number', 'texts'] },
  optional: { terms_acceptances: 'a platform with other terms asks again' },
}
