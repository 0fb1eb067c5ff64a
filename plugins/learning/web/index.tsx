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
  },
})
