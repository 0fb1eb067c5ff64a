import { useIntl } from 'react-intl'
import { useT } from '#web/i18n'
import { ChartFrame, ErrorState, Section } from '#web/ui'
import type { DashboardWidgetProps } from '../../contract/index.js'
import { useKpis } from '../use_kpis.js'

const UNIT_FORMAT = {
  day: { weekday: 'short', day: 'numeric' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: '2-digit' },
} as const

/** Enrolled compared to passed over the period; the bars add up to the numbers above. */
export default function ProgressChart({ period, people }: DashboardWidgetProps) {
  const t = useT()
  const intl = useIntl()
  const query = useKpis({ period, people })
  if (query.error && !query.data) {
    return (
      <Section title={t('reports.chart.title')}>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </Section>
    )
  }
  const { buckets, unit } = query.data?.meta ?? { buckets: [], unit: 'week' as const }
  const enrolled = query.data?.data.new_enrollments
  const passed = query.data?.data.passed_participants
  return (
    <ChartFrame
      kind="bar"
      whole
      height={360}
      loading={!query.data}
      title={t('reports.chart.title')}
      text={t(`reports.chart.per_${unit}`)}
      summary={t('reports.chart.summary', { enrolled: enrolled?.value ?? 0, passed: passed?.value ?? 0 })}
      // A day without a time is at midnight UTC: formatted in another time zone it could be the previous day.
      categories={buckets.map((start) => intl.formatDate(start, { ...UNIT_FORMAT[unit], timeZone: 'UTC' }))}
      series={[
        { label: t('reports.chart.enrolled'), values: enrolled?.series ?? [] },
        { label: t('reports.chart.passed'), values: passed?.series ?? [] },
      ]}
    />
  )
}
