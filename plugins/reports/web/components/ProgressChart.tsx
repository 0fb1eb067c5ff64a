import { useIntl } from 'react-intl'
import { api, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { ChartFrame, ErrorState, LoadingState, Section } from '#web/ui'
import type { Period } from './PeriodChoice.js'

const UNIT_FORMAT = {
  day: { weekday: 'short', day: 'numeric' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: '2-digit' },
} as const

/** Enrolled against passed over the period. */
export function ProgressChart({ period }: { period: Period }) {
  const t = useT()
  const intl = useIntl()
  const query = useApiQuery(['reports', 'series', period], () => api.reports.dashboard.series({ query: { period } }), {
    live: true,
    keepPrevious: true,
  })
  if (!query.data) {
    return (
      <Section title={t('reports.chart.title')}>
        {query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <LoadingState shape="cards" count={1} />}
      </Section>
    )
  }
  const { data: buckets, meta } = query.data
  const sum = (key: 'enrolled' | 'passed') => buckets.reduce((total, bucket) => total + bucket[key], 0)
  return (
    <ChartFrame
      kind="bar"
      whole
      height={360}
      title={t('reports.chart.title')}
      text={t(`reports.chart.per_${meta.unit}`)}
      summary={t('reports.chart.summary', { enrolled: sum('enrolled'), passed: sum('passed') })}
      // A day without a time is at midnight UTC: written in any other zone it could be the day before.
      categories={buckets.map(({ start }) => intl.formatDate(start, { ...UNIT_FORMAT[meta.unit], timeZone: 'UTC' }))}
      series={[
        { label: t('reports.chart.enrolled'), values: buckets.map(({ enrolled }) => enrolled) },
        { label: t('reports.chart.passed'), values: buckets.map(({ passed }) => passed) },
      ]}
    />
  )
}
