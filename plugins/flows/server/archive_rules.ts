import type { ArchiveIds, ArchiveRules } from '#core/contract/archive'
import { viewQuery } from '#core/kit/lists'
import type { Definition } from '../contract/definition.js'

/** Rules for exporting a company that the database schema does not contain. */
export const flowsArchiveRules: ArchiveRules = {
  references: { 'flows_groups.group_id': 'groups_groups', 'flows_steps.participation_id': 'learning_participations' },
  documents: {
    'flows_flows.filter': (filter: string | null, ids: ArchiveIds) => filter && viewQuery(filter, ids),
    'flows_versions.definition': (definition: Definition, ids: ArchiveIds) => ({
      ...definition,
      steps: definition.steps.map((step) => ({ ...step, course: ids.of('learning_courses', step.course) })),
      rules: definition.rules.map((rule) => ({
        ...rule,
        ...('course' in rule && { course: ids.of('learning_courses', rule.course) }),
        ...('field' in rule && { field: ids.of('core_registration_fields', rule.field) }),
      })),
    }),
    'flows_history.facts': (facts: { course?: number | null }, ids: ArchiveIds) =>
      facts.course ? { ...facts, course: ids.of('learning_courses', facts.course) } : facts,
  },
}
