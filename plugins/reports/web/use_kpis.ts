import { api, useApiQuery, withQuery } from '#web/api'
import type { DashboardWidgetProps } from '../contract/index.js'

/** The dashboard's numbers with how they went; tiles and chart read the same answer. */
export const useKpis = ({ period, people }: DashboardWidgetProps) =>
  useApiQuery(['reports', 'kpis', period, people], () => api.reports.dashboard.kpis(withQuery({ period, ...people })), {
    live: true,
    keepPrevious: true,
  })
