import type { ArchiveRules } from '#core/contract/archive'

/** Rules for exporting a company that the database schema does not contain. */
export const peopleArchiveRules: ArchiveRules = {
  references: { 'people_courses.participation_id': 'learning_participations', 'people_imports.group_id': 'groups_groups' },
  documents: {
    'people_courses.course_name': null,
    'people_imports.head': null,
    'people_imports.columns': null,
    'people_imports.sheets': null,
    // Finished within two days: the courses are not given again elsewhere.
    'people_imports.giving': null,
    'people_import_rows.cells': null,
    'people_import_rows.courses': null,
    'people_import_rows.groups': null,
    // The import cannot be undone elsewhere.
    'people_import_rows.joined': null,
    'people_imports.made_groups': null,
  },
}
