import type { ArchiveRules } from '#core/contract/archive'

/** Rules for exporting a company that the database schema does not contain. */
export const toolboxArchiveRules: ArchiveRules = {
  // Names of fields, no ids.
  documents: { 'toolbox_meetings_corrections.fields': null },
}
