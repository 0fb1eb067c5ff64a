import { defineWebPlugin } from '#core/contract/web'

export default defineWebPlugin({
  id: 'directory',
  pages: {
    'directory.settings': () => import('./pages/SettingsPage.js'),
    'directory.problem': () => import('./pages/ProblemPage.js'),
    'directory.confirm': () => import('./pages/ConfirmPage.js'),
  },
})
