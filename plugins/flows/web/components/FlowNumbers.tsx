import { Box } from '@mui/material'
import type { DashboardWidgetProps } from '#plugins/reports/contract/index'
import { api, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { ErrorState, type IconName, KpiTile, Section } from '#web/ui'
import { STUCK } from '../../contract/states.js'
import type { FlowNumbers as Numbers } from '../../server/services/numbers.js'
import { peoplePath } from '../paths.js'

/** The list behind each number has as many rows as the number says. */
const tilesOf = (period: number): { key: keyof Numbers; icon: IconName; query: string }[] => [
  { key: 'under_way', icon: 'branches', query: 'open=true' },
  { key: 'finished', icon: 'success', query: `finished_on=last${period}` },
  { key: 'stuck', icon: 'warning', query: `stuck=${STUCK.join()}` },
  { key: 'late', icon: 'calendar', query: 'time=late' },
]

/** On the dashboard: how many people are in progress, finished, stuck and late; each number links to them. */
export default function FlowNumbers({ period, people }: DashboardWidgetProps) {
  const t = useT()
  const asked = { ...people, period }
  const query = useApiQuery(['flows', 'numbers', asked], () => api.flows.numbers.show({ query: asked as never }))
  const chosen = new URLSearchParams(people).toString()
  return (
    <Section title={t('flows.numbers.title')}>
      {query.error && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))' }}>
          {tilesOf(period).map(({ key, icon, query: filter }) => (
            <KpiTile
              key={key}
              icon={icon}
              label={t(`flows.numbers.${key}`, { days: period })}
              value={query.data?.data[key]}
              to={peoplePath(chosen ? `${filter}&${chosen}` : filter)}
            />
          ))}
        </Box>
      )}
    </Section>
  )
}
