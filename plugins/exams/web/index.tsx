import { can } from '#core/contract/access'
import { defineWebPlugin } from '#core/contract/web'

export default defineWebPlugin({
  id: 'exams',
  pages: {
    'exams.exams': () => import('./pages/ExamsPage.js'),
    'exams.edit': () => import('./pages/EditExamPage.js'),
    'exams.moments': () => import('./pages/MomentsPage.js'),
    'exams.moment': () => import('./pages/MomentPage.js'),
    'exams.entries': () => import('./pages/EntriesPage.js'),
  },
  commands: [{ label: 'exams.command.create', icon: 'add', to: '/exams/momenten?nieuw=1', access: can('exams.manage') }],
})
