import { Box } from '@mui/material'
import { useT } from '#web/i18n'
import { ErrorState, KpiTile, type IconName } from '#web/ui'
import type { DashboardWidgetProps } from '../../contract/index.js'
import type { KpiName } from '../../server/query/standard.js'
import { standardPath } from '../paths.js'
import { useKpis } from '../use_kpis.js'

const TILES: { key: KpiName; icon: IconName }[] = [
  { key: 'new_participants', icon: 'people' },
  { key: 'new_enrollments', icon: 'add' },
  { key: 'passed_participants', icon: 'success' },
  { key: 'enrollments', icon: 'book' },
]

/** In percent; null without an earlier value. */
const change = (value: number, before: number) => (before === 0 ? null : Math.round(((value - before) / before) * 100))

/** The four numbers of the dashboard, each compared to the previous period; each links to the report that counts it. */
export default function KpiRow({ period, people }: DashboardWidgetProps) {
  const t = useT()
  const query = useKpis({ period, people })
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  // A plugin that is off has no number.
  const tiles = TILES.filter(({ key }) => !query.data || query.data.data[key])
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 3, sm: 4 },
        // Two columns on a phone if the longest word fits, else one.
        gridTemplateColumns: { xs: 'repeat(auto-fit, minmax(156px, 1fr))', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' },
        opacity: query.isPlaceholderData ? 0.6 : 1,
      }}
    >
      {tiles.map(({ key, icon }) => {
        const kpi = query.data?.data[key]
        const words = key === 'enrollments' ? 'reports.kpi.compared_total' : 'reports.kpi.compared'
        return (
          <KpiTile
            key={key}
            icon={icon}
            label={t(`reports.kpi.${key}`)}
            value={kpi?.value}
            delta={kpi ? change(kpi.value, kpi.before) : null}
            comparedWith={t(kpi && !kpi.before ? 'reports.kpi.compared_none' : words, { days: period })}
            series={kpi?.series ?? []}
            to={standardPath(key, period, people)}
          />
        )
      })}
    </Box>
  )
}
