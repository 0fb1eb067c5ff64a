import { can } from '#core/contract/access'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { dashboardWidgetSlot } from '../contract/index.js'

const access = can('reports.dashboard.view')

export default defineWebPlugin({
  id: 'reports',
  pages: {
    'reports.dashboard': () => import('./pages/DashboardPage.js'),
    'reports.reports': () => import('./pages/ReportsPage.js'),
    'reports.builder': () => import('./pages/BuilderPage.js'),
  },
  commands: [{ label: 'reports.builder.title', icon: 'report', to: '/reports/aanmaken', access: can('reports.reports.view') }],
  // Its own parts are widgets, like those of other plugins.
  fills: [
    fillSlot(dashboardWidgetSlot, {
      ...{ key: 'attention', order: 1, label: 'reports.attention.title', access, width: 'full', height: 120 },
      load: () => import('./components/AttentionRow.js'),
    }),
    fillSlot(dashboardWidgetSlot, {
      ...{ key: 'kpis', order: 2, label: 'reports.kpi.title', access, width: 'full', height: 172 },
      load: () => import('./components/KpiRow.js'),
    }),
    fillSlot(dashboardWidgetSlot, {
      ...{ key: 'progress', order: 3, label: 'reports.chart.title', access, width: 'wide', height: 464 },
      load: () => import('./components/ProgressChart.js'),
    }),
    fillSlot(dashboardWidgetSlot, {
      ...{ key: 'actions', order: 4, label: 'reports.actions.title', access, width: 'narrow', height: 560 },
      load: () => import('./components/ActionList.js'),
    }),
  ],
})
