import type { ArchiveIds, ArchiveRules } from '#core/contract/archive'

type Details = Readonly<Record<string, unknown>>

/** Details of a history entry: the other participation that it became or came from, and the activity concerned. */
function historyDetails(details: Details, ids: ArchiveIds, { action }: Details): Details {
  const named = { restart: ['to', 'learning_participations'], restarted_from: ['from', 'learning_participations'] }[String(action)]
  const [key, table] = named ?? ['activity', 'learning_activities']
  const id = details[key!]
  return typeof id === 'number' ? { ...details, [key!]: ids.of(table!, id) } : details
}

/** Rules for taking out a company that the database schema does not express. */
export const learningArchiveRules: ArchiveRules = {
  references: {
    'learning_media.size': null,
    'learning_courses.offer_version_id': 'learning_course_versions',
    'learning_requirements.required_skill_id': 'skills_skills',
  },
  stays: {
    learning_access_ends: 'is made of the participations again',
    learning_withdrawals_marked: 'attempts are marked again',
    learning_course_counts: 'counted again from the participations',
    learning_offer_words: 'is made of the courses again',
  },
  documents: {
    'learning_activities.title': null,
    'learning_activities.body': null,
    'learning_activities.settings': null,
    'learning_course_versions.name': null,
    'learning_course_versions.description': null,
    'learning_course_versions.reminder_days': null,
    'learning_course_versions.picture': null,
    'learning_course_versions.source': null,
    'learning_draft_parts.content': null,
    'learning_evaluation_answers.value': null,
    'learning_modules.title': null,
    'learning_package_work.items': null,
    'learning_participation_history.details': historyDetails,
    'learning_questions.text': null,
    'learning_questions.answers': null,
    'learning_questions.feedback_correct': null,
    'learning_questions.feedback_incorrect': null,
    'learning_questions.content': null,
    'learning_questions.picture': null,
  },
  // A version is identified by its content, because each platform numbers its versions from one.
  stableKeys: {
    learning_courses: ['shortname'],
    learning_course_versions: ['course_id', 'content_hash'],
    learning_modules: ['version_id', 'key'],
    learning_activities: ['version_id', 'key'],
    learning_questions: ['course_id', 'key', 'content_hash'],
    learning_drafts: null,
  },
}
