import { defineWidgetSlot } from '#core/contract/web'

/** The props of every dashboard widget, for its requests: the period in days, and the selected filters over people. */
export interface DashboardWidgetProps {
  period: number
  people: Readonly<Record<string, string>>
}

/** On the dashboard: one `<Section>` per widget, about the last `period` days or about now. People reorder and hide them. */
export const dashboardWidgetSlot = defineWidgetSlot<DashboardWidgetProps>('reports.dashboard_widget')
