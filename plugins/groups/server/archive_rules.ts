import type { ArchiveIds, ArchiveRules } from '#core/contract/archive'
import { type Rule, answerOf } from '../contract/rules.js'

/** Facts about the tables that the database does not contain, for the export of a company. */
export const groupsArchiveRules: ArchiveRules = {
  references: {
    'groups_courses.course_id': 'learning_courses',
    'groups_gifts.course_id': 'learning_courses',
    'groups_gifts.participation_id': 'learning_participations',
  },
  documents: {
    'groups_groups.rule': (rule: Rule | null, ids: ArchiveIds) =>
      rule && { ...rule, conditions: rule.conditions.map((one) => ({ ...one, field: fieldOf(one.field, ids) })) },
  },
}

function fieldOf(field: string, ids: ArchiveIds): string {
  const answer = answerOf(field)
  return answer === null ? field : `answer_${ids.of('core_registration_fields', answer)}`
}
