import { defineSlot } from '#core/contract/web'

/** On the dashboard, below the numbers: one `<Section>` each, with what its plugin has to say about the last `period` days or about now. */
export const dashboardWidgetSlot = defineSlot<{ period: number }>('reports.dashboard_widget')
