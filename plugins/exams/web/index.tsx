import { can } from '#core/contract/access'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { trainingTabSlot } from '#plugins/learning/contract/index'

export default defineWebPlugin({
  id: 'exams',
  pages: {
    'exams.exams': () => import('./pages/ExamsPage.js'),
    'exams.edit': () => import('./pages/EditExamPage.js'),
    'exams.moments': () => import('./pages/MomentsPage.js'),
    'exams.moment': () => import('./pages/MomentPage.js'),
    'exams.requests': () => import('./pages/RequestsPage.js'),
    'exams.candidate': () => import('./pages/CandidatePage.js'),
    'exams.day': () => import('./pages/ExamDayPage.js'),
    'exams.entries': () => import('./pages/EntriesPage.js'),
  },
  fills: [
    fillSlot(trainingTabSlot, {
      key: 'exams',
      order: 20,
      label: 'exams.tab',
      access: can('exams.manage'),
      load: () => import('./components/TrainingExams.js'),
    }),
  ],
  commands: [{ label: 'exams.command.create', icon: 'add', to: '/exams/momenten?nieuw=1', access: can('exams.manage') }],
})
