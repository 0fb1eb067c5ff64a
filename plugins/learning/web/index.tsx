import { defineWebPlugin } from '#core/contract/web'

export default defineWebPlugin({
  id: 'learning',
  pages: {
    'learning.trainings': () => import('./pages/TrainingsPage.js'),
    'learning.results': () => import('./pages/ResultsPage.js'),
    'learning.course': () => import('./pages/CoursePage.js'),
    'learning.richtext': () => import('./pages/RichTextPage.js'),
    'learning.external': () => import('./pages/ExternalPage.js'),
    'learning.quiz': () => import('./pages/QuizPage.js'),
    'learning.attempt': () => import('./pages/AttemptPage.js'),
    'learning.attempt_result': () => import('./pages/AttemptResultPage.js'),
    'learning.attempt_feedback': () => import('./pages/AttemptFeedbackPage.js'),
    'learning.evaluation': () => import('./pages/EvaluationPage.js'),
    'learning.overview': () => import('./editor/OverviewPage.js'),
    'learning.pool': () => import('./editor/PoolPage.js'),
    'learning.edit_course': () => import('./editor/EditCoursePage.js'),
    'learning.edit_richtext': () => import('./editor/EditRichTextPage.js'),
    'learning.edit_activity': () => import('./editor/EditActivityPage.js'),
    'learning.edit_quiz': () => import('./editor/EditQuizPage.js'),
    'learning.edit_question': () => import('./editor/EditQuestionPage.js'),
    'learning.edit_evaluation': () => import('./editor/EditEvaluationPage.js'),
  },
})
