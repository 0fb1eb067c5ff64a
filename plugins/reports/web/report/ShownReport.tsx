import { Alert, Button, Chip, Link, Stack } from '@mui/material'
import { useMemo, useState } from 'react'
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router'
import { isAdminRole } from '#core/contract/roles'
import { api, useApiQuery, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { useUser } from '#web/session'
import { ErrorState, Icon, LoadingState, PageHeader, Section } from '#web/ui'
import type { ReportDefinition } from '../../contract/definition.js'
import type { ReportRun, SavedReport } from '../../server/transformers/report_transformer.js'
import { builderPath } from '../paths.js'
import { DownloadMenu } from './DownloadMenu.js'
import { PagedReport } from './PagedReport.js'
import { ReportMenu } from './ReportMenu.js'
import { ScheduleDialog } from './ScheduleDialog.js'
import { useSources } from './use_report.js'
import { useReportWords } from './use_words.js'

/** The conditions of a report, so that a reader knows what the numbers are about. */
function Conditions({ definition }: { definition: ReportDefinition }) {
  const t = useT()
  const words = useReportWords()
  const sources = useSources()
  const phrases = words.conditions(definition, sources.data)
  return (
    <Stack
      component="ul"
      direction="row"
      aria-label={t('reports.builder.which')}
      sx={{ listStyle: 'none', m: 0, p: 0, gap: 2, flexWrap: 'wrap', minHeight: 32 }}
    >
      {sources.data &&
        (phrases.length ? phrases : [t('reports.view.everything')]).map((phrase) => (
          <li key={phrase}>
            <Chip label={phrase} variant="outlined" />
          </li>
        ))}
      {phrases.length > 1 && definition.match === 'any' && (
        <li>
          <Chip label={t('reports.view.any')} color="secondary" variant="outlined" />
        </li>
      )}
    </Stack>
  )
}

function Body({ definition }: { definition: ReportDefinition }) {
  const [sort, setSort] = useState(definition.sort)
  const shown = useMemo(() => (definition.group ? definition : { ...definition, sort }), [definition, sort])
  return <PagedReport definition={shown} onSort={setSort} />
}

/** The scheduled files. */
function Runs({ runs }: { runs: readonly ReportRun[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <Section title={t('reports.runs.title')} text={t('reports.runs.text')}>
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 2 }}>
        {runs.map((run) => (
          <Stack component="li" key={run.id} direction="row" sx={{ gap: 3, alignItems: 'center' }}>
            <Icon name="download" />
            <Link href={`/api/core/files/${run.file_id}`} download>
              {format.dateTime(run.made_at)}
            </Link>
            {t('reports.result.total', { count: run.rows })}
          </Stack>
        ))}
      </Stack>
    </Section>
  )
}

const TRAIL = (label: string) => [{ label, to: '/reports/bekijken' }]

function Saved({ report, runs }: { report: SavedReport; runs: readonly ReportRun[] }) {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigate()
  const admin = isAdminRole(useUser().user_role)
  const [planning, setPlanning] = useState(false)
  const { definition, name } = report
  const next = report.for_colleague ? 'next_of_colleague' : admin ? 'next_of_admin' : 'next'
  // An admin's reports are shared by all admins, so there is no sharing.
  const whose = admin ? 'admins' : report.shared ? 'shared' : 'own'
  return (
    <>
      <Stack direction={{ xs: 'column', md: 'row' }} sx={{ justifyContent: 'space-between', columnGap: 4, mb: { xs: 4, md: 0 } }}>
        <PageHeader
          title={name}
          trail={TRAIL(t('reports.list.title'))}
          text={report.owner ? t('reports.view.of', { name: report.owner }) : t(`reports.view.${whose}`)}
        />
        <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-start', flexWrap: 'wrap', pt: { md: 6 } }}>
          <DownloadMenu definition={definition} name={name} />
          {report.own && (
            <Button variant="outlined" color="inherit" startIcon={<Icon name="time" />} onClick={() => setPlanning(true)}>
              {t(report.schedule ? 'reports.schedule.change' : 'reports.schedule.title')}
            </Button>
          )}
          {report.own && (
            <Button variant="contained" startIcon={<Icon name="edit" />} component={RouterLink} to={builderPath(report.id)}>
              {t('reports.list.edit')}
            </Button>
          )}
          <ReportMenu report={report} onRemoved={() => void navigate('/reports/bekijken')} />
        </Stack>
      </Stack>
      <Stack sx={{ gap: 5 }}>
        {report.stopped && <Alert severity="warning">{t(`reports.schedule.stopped_${report.stopped}`)}</Alert>}
        {report.next_at && (
          <Alert severity="info" icon={<Icon name="time" />}>
            {t(`reports.schedule.${next}`, { when: format.platformTime(report.next_at) })}
          </Alert>
        )}
        <Conditions definition={definition} />
        <Body key={report.updated_at} definition={definition} />
        {runs.length > 0 && <Runs runs={runs} />}
      </Stack>
      {planning && <ScheduleDialog report={report} onClose={() => setPlanning(false)} />}
    </>
  )
}

/** A saved report (`?report=`). */
export function SavedReportPage({ id }: { id: string }) {
  const query = useApiQuery(['reports', 'reports', id], () => api.reports.reports.show({ params: { id } }))
  if (query.data) return <Saved report={query.data.data as SavedReport} runs={query.data.data.runs} />
  return query.error ? (
    <ErrorState error={query.error} part="reports" asPage onRetry={() => void query.refetch()} />
  ) : (
    <LoadingState shape="cards" count={2} />
  )
}

/** The report of a number on the dashboard (`?kpi=`): its rows, to download or to edit further. */
export function StandardReportPage({ kpi }: { kpi: string }) {
  const t = useT()
  const [params] = useSearchParams()
  const query = useApiQuery(['reports', 'standard', params.toString()], () =>
    api.reports.reports.standard(withQuery(Object.fromEntries(params) as never)),
  )
  const name = t(`reports.kpi.${kpi}`)
  if (!query.data)
    return query.error ? (
      <ErrorState error={query.error} part="reports" asPage onRetry={() => void query.refetch()} />
    ) : (
      <LoadingState shape="cards" count={2} />
    )
  const definition = query.data.data as ReportDefinition
  return (
    <>
      <Stack direction={{ xs: 'column', md: 'row' }} sx={{ justifyContent: 'space-between', columnGap: 4, mb: { xs: 4, md: 0 } }}>
        <PageHeader title={name} text={t('reports.view.standard')} trail={[{ label: t('reports.dashboard.title'), to: '/dashboard' }]} />
        <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-start', flexWrap: 'wrap', pt: { md: 6 } }}>
          <DownloadMenu definition={definition} name={name} />
          <Button variant="contained" startIcon={<Icon name="edit" />} component={RouterLink} to={`/reports/aanmaken?${params.toString()}`}>
            {t('reports.view.go_on')}
          </Button>
        </Stack>
      </Stack>
      <Stack sx={{ gap: 5 }}>
        <Conditions definition={definition} />
        <Body key={params.toString()} definition={definition} />
      </Stack>
    </>
  )
}
