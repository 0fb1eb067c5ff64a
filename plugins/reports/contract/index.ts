import { defineWidgetSlot } from '#core/contract/web'

/** What every widget of the dashboard gets: the period in days, and the filters over people that were chosen, for its calls. */
export interface DashboardWidgetProps {
  period: number
  people: Readonly<Record<string, string>>
}

/** On the dashboard: one `<Section>` each, with what its plugin has to say about the last `period` days or about now. People order and hide them. */
export const dashboardWidgetSlot = defineWidgetSlot<DashboardWidgetProps>('reports.dashboard_widget')
