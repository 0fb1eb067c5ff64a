import type { CarriedRules } from '#core/contract/archive'

/** What the database does not say of its tables when a company is taken out. */
export const toolboxCarried: CarriedRules = {
  // Names of fields, no ids.
  documents: { 'toolbox_meetings_corrections.fields': null },
}
