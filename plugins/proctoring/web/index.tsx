import { addRequestHeaders } from '#web/api'
import { can } from '#core/contract/access'
import { actionForm } from '#core/contract/slots'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import {
  attemptInsightSlot,
  recordedAttemptSlot,
  recordedPracticeSlot,
  recordedQuizEditorSlot,
  recordedResultSlot,
  recordedStartSlot,
} from '#plugins/learning/contract/recording'
import { safeBrowserHeaders } from './safe_browser_keys.js'

addRequestHeaders(safeBrowserHeaders)

export default defineWebPlugin({
  id: 'proctoring',
  pages: {
    'proctoring.list': () => import('./pages/ReviewsPage.js'),
    'proctoring.view': () => import('./pages/ReviewPage.js'),
    'proctoring.prepare': () => import('./pages/PreparePage.js'),
    'proctoring.practice': () => import('./pages/PracticePage.js'),
    'proctoring.evidence': () => import('./pages/EvidencePage.js'),
    'proctoring.exam': () => import('./pages/ExamPage.js'),
    'proctoring.receipt': () => import('./pages/ReceiptPage.js'),
  },
  fills: [
    fillSlot(actionForm('proctoring.extra_time'), {
      key: 'extra_time',
      order: 10,
      load: () => import('./components/ExtraTimeSelection.js'),
    }),
    fillSlot(recordedQuizEditorSlot, {
      key: 'safe_browser',
      order: 10,
      access: can('proctoring.browsers'),
      load: () => import('./components/ExamBrowser.js'),
    }),
    fillSlot(attemptInsightSlot, {
      key: 'evidence',
      order: 10,
      access: can('proctoring.evidence'),
      load: () => import('./components/EvidenceLink.js'),
    }),
    fillSlot(recordedPracticeSlot, { key: 'practice', order: 10, load: () => import('./components/PracticeLink.js') }),
    fillSlot(recordedStartSlot, { key: 'start', order: 10, load: () => import('./components/RecordedStart.js') }),
    fillSlot(recordedAttemptSlot, { key: 'recorder', order: 10, load: () => import('./components/RecordedAttempt.js') }),
    fillSlot(recordedResultSlot, { key: 'review', order: 10, load: () => import('./components/RecordedResult.js') }),
  ],
})
