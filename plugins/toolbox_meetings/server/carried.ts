import type { CarriedRules } from '#core/contract/archive'

/** What the database schema does not say about the tables when a company is exported. */
export const toolboxCarried: CarriedRules = {
  // Names of fields, no ids.
  documents: { 'toolbox_meetings_corrections.fields': null },
}
