import { Box } from '@mui/material'
import { api, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { ErrorState, KpiTile, type IconName } from '#web/ui'
import type { Kpis } from '../../server/transformers/kpi_transformer.js'
import type { Period } from './PeriodChoice.js'

const TILES: { key: keyof Kpis; icon: IconName }[] = [
  { key: 'new_participants', icon: 'people' },
  { key: 'new_enrollments', icon: 'add' },
  { key: 'passed_participants', icon: 'success' },
  { key: 'enrollments', icon: 'book' },
]

/** In percent; against nothing there is no change to tell. */
const change = (value: number, before: number) => (before === 0 ? null : Math.round(((value - before) / before) * 100))

/** The four numbers of the dashboard, each against the period before. */
export function KpiRow({ period }: { period: Period }) {
  const t = useT()
  const query = useApiQuery(['reports', 'kpis', period], () => api.reports.dashboard.kpis({ query: { period } }), {
    live: true,
    keepPrevious: true,
  })
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        gridTemplateColumns: { xs: '1fr 1fr', lg: 'repeat(4, 1fr)' },
        opacity: query.isPlaceholderData ? 0.6 : 1,
      }}
    >
      {TILES.map(({ key, icon }) => {
        const kpi = query.data?.data[key]
        return (
          <KpiTile
            key={key}
            icon={icon}
            label={t(`reports.kpi.${key}`)}
            value={kpi?.value}
            delta={kpi && change(kpi.value, kpi.before)}
            comparedWith={t(key === 'enrollments' ? 'reports.kpi.compared_total' : 'reports.kpi.compared', { days: period })}
          />
        )
      })}
    </Box>
  )
}
