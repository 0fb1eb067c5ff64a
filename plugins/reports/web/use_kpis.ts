import { api, useApiQuery, withQuery } from '#web/api'
import type { DashboardWidgetProps } from '../contract/index.js'

/** The dashboard's numbers with their series; tiles and chart share one request. */
export const useKpis = ({ period, people }: DashboardWidgetProps) =>
  useApiQuery(['reports', 'kpis', period, people], () => api.reports.dashboard.kpis(withQuery({ period, ...people })), {
    live: true,
    keepPrevious: true,
  })
