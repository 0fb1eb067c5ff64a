import { defineWebPlugin } from '#core/contract/web'

export default defineWebPlugin({
  id: 'reports',
  pages: { 'reports.dashboard': () => import('./pages/DashboardPage.js') },
})
