import { Box, Button, Link, Paper, Stack, Typography } from '@mui/material'
import { Link as RouterLink, useSearchParams } from 'react-router'
import { isAdminRole } from '#core/contract/roles'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { useUser } from '#web/session'
import { EmptyState, ErrorState, Icon, type IconName, LoadingState, PageHeader, ToneChip } from '#web/ui'
import type { SourceFacts } from '../../contract/definition.js'
import type { SavedReport } from '../../server/transformers/report_transformer.js'
import { builderPath, reportPath } from '../paths.js'
import { ReportMenu } from '../report/ReportMenu.js'
import { SavedReportPage, StandardReportPage } from '../report/ShownReport.js'
import { useSources } from '../report/use_report.js'
import { useReportWords } from '../report/use_words.js'

function Line({ report, sources }: { report: SavedReport; sources: readonly SourceFacts[] }) {
  const t = useT()
  const format = useFormat()
  const words = useReportWords()
  const source = sources.find(({ name }) => name === report.definition.source)
  const about = [source ? t(source.label) : t('reports.list.source_off'), ...words.conditions(report.definition, sources)].join(' · ')
  return (
    <Stack
      component="li"
      direction="row"
      sx={{
        gap: 3,
        px: { xs: 4, sm: 5 },
        py: 3,
        borderTop: '1px solid',
        borderColor: 'divider',
        alignItems: 'flex-start',
        '&:first-of-type': { borderTop: 0 },
      }}
    >
      <Icon name={(report.definition.chart ? 'chart' : (source?.icon ?? 'report')) as IconName} sx={{ mt: 1, color: 'text.secondary' }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <Link
            component={RouterLink}
            to={reportPath(report.id)}
            underline="hover"
            sx={{ color: 'text.primary', fontWeight: 600, overflowWrap: 'anywhere' }}
          >
            {report.name}
          </Link>
          {report.shared && (
            <ToneChip
              icon="people"
              tone="info"
              label={report.owner ? t('reports.list.shared_by', { name: report.owner }) : t('reports.list.shared')}
            />
          )}
          {report.next_at && (
            <ToneChip icon="time" tone="neutral" label={t('reports.list.planned', { when: format.date(report.next_at) })} />
          )}
          {report.stopped && <ToneChip icon="warning" tone="warning" label={t('reports.list.stopped')} />}
        </Stack>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {about}
        </Typography>
      </Box>
      <ReportMenu report={report} />
    </Stack>
  )
}

/** /reports/bekijken: one's own reports and those that colleagues share; one of them; or the rows of a number on the dashboard. */
export default function ReportsPage() {
  const admin = isAdminRole(useUser().user_role)
  const t = useT()
  const [params] = useSearchParams()
  const [report, kpi] = [params.get('report'), params.get('kpi')]
  const sources = useSources()
  const list = useApiQuery(['reports', 'reports'], () => api.reports.reports.index({}), { enabled: !report && !kpi })
  if (report) return <SavedReportPage id={report} />
  if (kpi) return <StandardReportPage kpi={kpi} />
  const add = { label: t('reports.builder.title'), icon: 'add' as const, to: builderPath() }
  const error = list.error ?? sources.error
  return (
    <>
      <PageHeader title={t('reports.list.title')} text={t(admin ? 'reports.list.text_admin' : 'reports.list.text')} action={add} />
      <Paper variant="outlined">
        {list.data && sources.data ? (
          list.data.data.length ? (
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {(list.data.data as SavedReport[]).map((one) => (
                <Line key={one.id} report={one} sources={sources.data} />
              ))}
            </Box>
          ) : (
            <EmptyState
              icon="report"
              title={t('reports.list.empty')}
              text={t('reports.list.empty_text')}
              action={
                <Button variant="contained" component={RouterLink} to={builderPath()}>
                  {add.label}
                </Button>
              }
            />
          )
        ) : error ? (
          <ErrorState error={error} part="reports" onRetry={() => void (list.error ? list.refetch() : sources.refetch())} />
        ) : (
          <LoadingState shape="rows" count={5} />
        )}
      </Paper>
    </>
  )
}
