import { can } from '#core/contract/access'
import { actionForm } from '#core/contract/slots'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { trainingTabSlot } from '../contract/index.js'
import { importGivingSlot, participantTabSlot } from '#plugins/people/contract/index'

export default defineWebPlugin({
  id: 'learning',
  pages: {
    'learning.trainings': () => import('./pages/TrainingsPage.js'),
    'learning.results': () => import('./pages/ResultsPage.js'),
    'learning.course': () => import('./pages/CoursePage.js'),
    'learning.richtext': () => import('./pages/RichTextPage.js'),
    'learning.external': () => import('./pages/ExternalPage.js'),
    'learning.scorm': () => import('./pages/ScormPage.js'),
    'learning.quiz': () => import('./pages/QuizPage.js'),
    'learning.attempt': () => import('./pages/AttemptPage.js'),
    'learning.attempt_result': () => import('./pages/AttemptResultPage.js'),
    'learning.attempt_feedback': () => import('./pages/AttemptFeedbackPage.js'),
    'learning.evaluation': () => import('./pages/EvaluationPage.js'),
    'learning.overview': () => import('./editor/OverviewPage.js'),
    'learning.pool': () => import('./editor/PoolPage.js'),
    'learning.withdraw_question': () => import('./editor/WithdrawQuestionPage.js'),
    'learning.edit_course': () => import('./editor/EditCoursePage.js'),
    'learning.edit_richtext': () => import('./editor/EditRichTextPage.js'),
    'learning.edit_activity': () => import('./editor/EditActivityPage.js'),
    'learning.edit_quiz': () => import('./editor/EditQuizPage.js'),
    'learning.edit_question': () => import('./editor/EditQuestionPage.js'),
    'learning.edit_evaluation': () => import('./editor/EditEvaluationPage.js'),
    'learning.edit_scorm': () => import('./editor/EditScormPage.js'),
    'learning.totals': () => import('./following/TotalsPage.js'),
    'learning.insights': () => import('./following/InsightsPage.js'),
    'learning.insights_attempt': () => import('./following/AttemptInsightPage.js'),
  },
  fills: [
    fillSlot(actionForm('learning.assign'), { key: 'assign', order: 10, load: () => import('./following/AssignSelection.js') }),
    fillSlot(actionForm('learning.tag'), { key: 'tag', order: 10, load: () => import('./editor/TagSelection.js') }),
    fillSlot(actionForm('learning.untag'), {
      key: 'untag',
      order: 10,
      load: async () => ({ default: (await import('./editor/TagSelection.js')).UntagSelection }),
    }),
    fillSlot(trainingTabSlot, {
      key: 'courses',
      order: 10,
      label: 'learning.overview.tab_courses',
      load: () => import('./editor/CoursesTab.js'),
    }),
    fillSlot(trainingTabSlot, {
      key: 'used',
      order: 15,
      label: 'learning.used.tab',
      access: can('learning.used.view'),
      load: () => import('./following/UsedCourses.js'),
    }),
    fillSlot(trainingTabSlot, {
      key: 'requirements',
      order: 30,
      label: 'learning.requirements.title',
      load: () => import('./editor/RequirementsTab.js'),
    }),
    fillSlot(trainingTabSlot, { key: 'pool', order: 40, label: 'learning.pool.title', load: () => import('./editor/PoolTab.js') }),
    fillSlot(importGivingSlot, {
      key: 'courses',
      order: 10,
      access: can('learning.progress.manage'),
      load: () => import('./following/ImportGiving.js'),
    }),
    fillSlot(participantTabSlot, {
      key: 'trainings',
      order: 5,
      label: 'learning.person.title',
      access: can('learning.progress.view'),
      load: () => import('./following/PersonTrainings.js'),
    }),
  ],
})
