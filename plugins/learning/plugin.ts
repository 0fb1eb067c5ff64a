import { history } from '#core/contract/events'
import { definePlugin } from '#core/contract/plugin'
import { MANAGER_ROLES } from '#core/contract/roles'
import { provide } from '#core/contract/services'
import {
  courseFailed,
  coursePassed,
  learningService,
  participationChanged,
  participationExpired,
  participationRegistered,
  participationStarted,
} from './contract/index.js'
import { learningDemo } from './contract/demo.js'
import { nav, pages } from './pages.js'
import { courseMedia } from './server/files.js'
import { followingRoutes } from './server/following_routes.js'
import { totals } from './server/following/totals.js'
import { editedCourseList } from './server/lists/edited_courses.js'
import { usedCourseList } from './server/lists/used_courses.js'
import { questionPoolList } from './server/lists/question_pool.js'
import { requirementList } from './server/requirements/requirement_list.js'
import { attention } from './server/lists/attention.js'
import { onParticipants } from './server/lists/on_participants.js'
import { editedCourses, ownTrainings } from './server/finders.js'
import { participationsSource } from './server/reports/participations_source.js'
import { learningSettings } from './settings.js'
import { learningMails } from './server/mails.js'
import { participantRoutes } from './server/participant_routes.js'
import { editorRoutes } from './server/editor_routes.js'
import { pastChanged, pastExpired, pastFailed, pastPassed, pastRegistered, pastStarted } from './server/services/past.js'
import { learningArchiveRules } from './server/archive_rules.js'
import * as due from './server/due.js'
import { learningMoves } from './server/moves.js'
import { personFacts } from './server/following/person_facts.js'

export default definePlugin({
  id: 'learning',
  folder: import.meta.url,
  personFacts,
  migrations: true,
  permissions: {
    'learning.courses.take': ['leerling'],
    'learning.courses.edit': MANAGER_ROLES,
    // Participants and the people who make courses.
    'learning.pictures.view': [...MANAGER_ROLES, 'leerling'],
    'learning.activities.confirm': MANAGER_ROLES,
    'learning.progress.view': MANAGER_ROLES,
    // Which courses the user's own company uses; admins have all courses in their editor.
    'learning.used.view': ['beheerder'],
    'learning.progress.manage': MANAGER_ROLES,
  },
  settings: learningSettings,
  lists: [totals, usedCourseList, editedCourseList, requirementList, questionPoolList],
  finders: [ownTrainings, editedCourses],
  listExtensions: [onParticipants],
  attention,
  reportSources: [participationsSource],
  files: [courseMedia],
  routes: [...participantRoutes, ...followingRoutes, ...editorRoutes],
  pages,
  nav,
  openings: {
    'learning.trainings': () => import('./server/openings/trainings.js'),
    'learning.course': () => import('./server/openings/course.js'),
    'learning.overview': () => import('./server/openings/used.js'),
    'learning.pool': () => import('./server/openings/courses_off.js'),
    'learning.insights': () => import('./server/openings/insights.js'),
    'learning.insights_attempt': () => import('./server/openings/attempt.js'),
    'learning.edit_course': async () => (await import('./server/openings/draft.js')).openings.course,
    'learning.edit_richtext': async () => (await import('./server/openings/draft.js')).openings.activity,
    'learning.edit_activity': async () => (await import('./server/openings/draft.js')).openings.activity,
    'learning.edit_quiz': async () => (await import('./server/openings/draft.js')).openings.activity,
    'learning.edit_evaluation': async () => (await import('./server/openings/draft.js')).openings.activity,
    'learning.edit_scorm': async () => (await import('./server/openings/draft.js')).openings.activity,
    'learning.edit_question': async () => (await import('./server/openings/draft.js')).openings.question,
  },
  histories: [
    history(participationRegistered, pastRegistered),
    history(participationStarted, pastStarted),
    history(courseFailed, pastFailed),
    history(participationExpired, pastExpired),
    history(participationChanged, pastChanged),
    history(coursePassed, pastPassed),
  ],
  provides: [
    provide(learningService, async () => (await import('./server/services/learning_service.js')).service),
    provide(learningDemo, async () => (await import('./server/demo/take_course.js')).demo),
  ],
  mails: learningMails,
  invitationText: async (membershipId) => (await import('./server/following/notify.js')).invitationText(membershipId),
  jobs: [
    {
      name: 'learning.expire',
      run: async () => {
        await (await import('./server/services/expiry.js')).expireParticipations()
        await (await import('./server/services/quiz_validity.js')).expireQuizzes()
      },
      schedule: { cron: '5 * * * *', each: 'company', due: due.expire },
    },
    {
      name: 'learning.finish_overdue',
      run: async () => (await import('./server/services/submit_attempt.js')).finishAllOverdue(),
      // A person's next request does the same at once; this job covers people who do not return.
      schedule: { cron: '*/10 * * * *', each: 'company', due: due.finishOverdue },
    },
    {
      name: 'learning.settle_again',
      run: async () => (await import('./server/services/recompute_grades.js')).recomputeGrades(),
      schedule: { cron: '*/10 * * * *', each: 'company', due: due.recomputeGrades },
      limitSeconds: 600,
    },
    {
      name: 'learning.mark_again',
      run: async () => (await import('./server/withdrawing/mark_again.js')).markAgain(),
      schedule: { cron: '* * * * *', each: 'company', due: due.markAgain },
      limitSeconds: 3600,
      heartbeatSeconds: 10,
    },
    {
      name: 'learning.count_courses',
      run: async () => (await import('./server/following/course_counts.js')).countCourses(),
      schedule: { cron: '40 3 * * *', each: 'company', due: due.countCourses },
    },
    {
      name: 'learning.remind_due',
      run: async () => (await import('./server/following/reminders.js')).remindOfDue(),
      schedule: { cron: '30 7 * * *', each: 'company', due: due.remindDue },
      limitSeconds: 600,
    },
    {
      name: 'learning.remind_courses',
      run: async () => (await import('./server/following/course_reminders.js')).remindOfCourses(),
      schedule: { cron: '0 8 * * *', each: 'company', due: due.remindCourses },
      limitSeconds: 600,
    },
    {
      name: 'learning.overdue_digest',
      run: async () => (await import('./server/following/reminders.js')).digestOverdue(),
      schedule: { cron: '45 7 * * *', each: 'company', due: due.overdueDigest },
      limitSeconds: 600,
    },
  ],
  commands: [
    {
      name: 'learning.import_course',
      run: async (args) => (await import('./server/course_import/import_command.js')).importCommand(args),
    },
    {
      name: 'learning.import_questions',
      run: async (args) => (await import('./server/question_exchange/exchange_command.js')).importQuestionsCommand(args),
    },
    {
      name: 'learning.export_questions',
      run: async (args) => (await import('./server/question_exchange/exchange_command.js')).exportQuestionsCommand(args),
    },
    {
      name: 'learning.import_scorm',
      run: async (args) => (await import('./server/scorm/import_command.js')).importScormCommand(args),
    },
    {
      name: 'learning.external_secret',
      run: async (args) => (await import('./server/services/secret_command.js')).secretCommand(args),
    },
    { name: 'learning.generate', run: async (args) => (await import('./server/demo/generate.js')).generateCommand(args) },
  ],
  demo: {
    platform: async () => (await import('./server/demo/demo_courses.js')).importShippedCourses(),
    company: async (company) => {
      await (await import('./server/demo/demo_history.js')).loadHistory(company)
      await (await import('./server/demo/demo_own_course.js')).beginOwnCourses(company.memberships)
    },
  },
  carried: learningArchiveRules,
  moves: learningMoves,
  personalTables: [
    'learning_participations',
    'learning_activity_states',
    'learning_attempts',
    'learning_attempt_questions',
    'learning_evaluation_answers',
    'learning_draft_parts',
    'learning_external_work',
    'learning_video_views',
    'learning_package_work',
    'learning_participation_history',
    'learning_due_mails',
  ],
  exportPersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).erasePersonalData(membershipId),
})
