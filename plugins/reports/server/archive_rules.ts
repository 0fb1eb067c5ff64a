import type { ArchiveIds, ArchiveRules } from '#core/contract/archive'
import { peopleChoice } from '#core/kit/lists'

type Definition = Readonly<Record<string, unknown>> & { people?: Readonly<Record<string, readonly number[]>> }

/** Rules for exporting a company that the database schema does not contain. */
export const reportsArchiveRules: ArchiveRules = {
  references: { 'reports_actions.participation_id': 'learning_participations', 'reports_layouts.user_id': null },
  documents: {
    'reports_actions.course_name': null,
    'reports_reports.definition': (definition: Definition, ids: ArchiveIds) =>
      definition.people ? { ...definition, people: peopleChoice(definition.people, ids) } : definition,
    'reports_reports.schedule': null,
  },
  stableKeys: { reports_reports: null },
}
