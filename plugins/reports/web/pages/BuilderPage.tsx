import { Box, Button, FormControlLabel, MenuItem, Paper, Skeleton, Stack, Switch, TextField } from '@mui/material'
import { startTransition, useCallback, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isAdminRole } from '#core/contract/roles'
import { api, useApiMutation, useApiQuery, withQuery } from '#web/api'
import { useT } from '#web/i18n'
import { markUnsaved, useUser } from '#web/session'
import { ErrorState, PageHeader, useFiltersOverPeople } from '#web/ui'
import type { ReportDefinition, SourceFacts } from '../../contract/definition.js'
import { reportPath } from '../paths.js'
import { newDefinition, ready } from '../report/definition.js'
import { DownloadMenu } from '../report/DownloadMenu.js'
import { FilterRows } from '../report/FilterRows.js'
import { PagedReport } from '../report/PagedReport.js'
import { BuilderPart, ColumnChips, GroupFields, PeriodFields, SourcePicker } from '../report/ShapeFields.js'
import { saveReport, useSources } from '../report/use_report.js'

/** Debounce of the preview after the last change. */
const PAUSE_MS = 350

/** The form and its preview side by side; on a narrow screen the preview is below it. */
const beside = { display: 'grid', gap: 5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '380px minmax(0, 1fr)' }, alignItems: 'start' }

interface Start {
  id: number | null
  name: string
  shared: boolean
  definition: ReportDefinition
}

/** The filters over people, such as a group; for an admin also the company. */
function WhoFields({
  source,
  definition,
  onChange,
}: {
  source: SourceFacts
  definition: ReportDefinition
  onChange: (change: Partial<ReportDefinition>) => void
}) {
  const t = useT()
  const admin = isAdminRole(useUser().user_role)
  const filters = useFiltersOverPeople()
  const companies = useApiQuery(['people', 'companies'], () => api.people.companies.index({}), { enabled: admin })
  const shown = source.of_people ? (filters.data ?? []).filter(({ options }) => options.length) : []
  return (
    <>
      {admin && (
        <TextField
          select
          size="small"
          label={t('reports.builder.company')}
          value={companies.data && definition.company ? String(definition.company) : ''}
          onChange={({ target }) => onChange({ company: target.value ? Number(target.value) : null })}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{t('reports.builder.all_companies')}</MenuItem>
          {(companies.data?.data ?? []).map(({ id, name }) => (
            <MenuItem key={id} value={String(id)}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      {shown.map(({ key, label, options }) => (
        <TextField
          key={key}
          select
          size="small"
          label={t(label)}
          value={(definition.people[key] ?? []).map(String)}
          onChange={({ target }) => {
            const { [key]: _old, ...rest } = definition.people
            const ids = [target.value].flat().map(Number)
            onChange({ people: ids.length ? { ...rest, [key]: ids } : rest })
          }}
          slotProps={{
            select: {
              multiple: true,
              displayEmpty: true,
              renderValue: (chosen) =>
                options
                  .filter(({ value }) => (chosen as string[]).includes(value))
                  .map((option) => option.label)
                  .join(', ') || t('reports.builder.everybody'),
            },
            inputLabel: { shrink: true },
          }}
        >
          {options.map((option) => (
            <MenuItem key={option.value} value={option.value}>
              {option.label}
            </MenuItem>
          ))}
        </TextField>
      ))}
    </>
  )
}

function Builder({ start, sources }: { start: Start; sources: readonly SourceFacts[] }) {
  const t = useT()
  const admin = isAdminRole(useUser().user_role)
  const navigate = useNavigate()
  const [name, setName] = useState(start.name)
  const [shared, setShared] = useState(start.shared)
  const [definition, setDefinition] = useState(start.definition)
  const [{ of, asked }, setAsked] = useState(() => ({ of: start.definition, asked: ready(start.definition) }))
  const [missing, setMissing] = useState(false)
  const isChanged = name !== start.name || shared !== start.shared || definition !== start.definition
  useEffect(() => (isChanged ? markUnsaved() : undefined), [isChanged])
  const source = sources.find((one) => one.name === definition.source)!
  const change = useCallback((part: Partial<ReportDefinition>) => setDefinition((now) => ({ ...now, ...part })), [])
  const sort = useCallback((by: string) => change({ sort: by }), [change])
  useEffect(() => {
    if (definition === of) return
    const timer = setTimeout(() => startTransition(() => setAsked({ of: definition, asked: ready(definition) })), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [definition, of])
  const save = useApiMutation(() => saveReport(start.id, { name: name.trim(), shared, definition: ready(definition) }), {
    refresh: [['reports', 'reports']],
    onSuccess: ({ data }) => void navigate(reportPath(data.id)),
  })
  const part = { source, definition, onChange: change }
  return (
    <Box sx={beside}>
      <Paper variant="outlined" sx={{ p: { xs: 4, sm: 5 } }}>
        <Stack
          component="form"
          noValidate
          sx={{ gap: 5 }}
          onSubmit={(event) => {
            event.preventDefault()
            setMissing(!name.trim())
            if (name.trim()) save.mutate(undefined)
          }}
        >
          <BuilderPart title={t('reports.builder.what')}>
            <SourcePicker
              sources={sources}
              value={definition.source}
              onChange={(next) =>
                setDefinition({ ...newDefinition(next), company: definition.company, people: next.of_people ? definition.people : {} })
              }
            />
            <WhoFields {...part} />
          </BuilderPart>
          <BuilderPart title={t('reports.builder.which')}>
            <PeriodFields {...part} />
            <FilterRows columns={source.columns} definition={definition} onChange={change} />
          </BuilderPart>
          <BuilderPart title={t('reports.builder.shape')}>
            <GroupFields {...part} />
            {!definition.group && <ColumnChips {...part} />}
          </BuilderPart>
          <BuilderPart title={t('reports.builder.save')}>
            <TextField
              size="small"
              required
              label={t('reports.builder.name')}
              value={name}
              error={missing && !name.trim()}
              helperText={missing && !name.trim() ? t('core.rules.required') : undefined}
              onChange={({ target }) => setName(target.value)}
              slotProps={{ htmlInput: { maxLength: 120 } }}
            />
            {/* An admin's reports are shared by all admins. */}
            {!admin && (
              <FormControlLabel
                control={<Switch checked={shared} onChange={(_event, on) => setShared(on)} />}
                label={t('reports.builder.shared')}
              />
            )}
            <Button type="submit" variant="contained" loading={save.isPending}>
              {t('reports.builder.save')}
            </Button>
          </BuilderPart>
        </Stack>
      </Paper>
      <Stack component="section" aria-label={t('reports.builder.preview')} sx={{ gap: 3, minWidth: 0 }}>
        <Stack direction="row" sx={{ justifyContent: 'flex-end' }}>
          <DownloadMenu definition={asked} name={name} />
        </Stack>
        <PagedReport definition={asked} outdated={asked.source !== definition.source} onSort={sort} />
      </Stack>
    </Box>
  )
}

/** With the layout of the form and its preview, so that neither moves when they load. */
function BuilderSkeleton() {
  const t = useT()
  return (
    <Box role="status" aria-label={t('core.states.loading')} sx={beside}>
      <Skeleton variant="rounded" height={720} />
      <Stack sx={{ gap: 3 }}>
        <Skeleton variant="rounded" width={140} height={40} sx={{ alignSelf: 'flex-end' }} />
        <Skeleton variant="rounded" height={420} />
      </Stack>
    </Box>
  )
}

/** /reports/aanmaken: a new report (`?source=`), a saved one (`?report=`) or one of the dashboard's numbers (`?kpi=`). */
export default function BuilderPage() {
  const t = useT()
  const [params] = useSearchParams()
  const [report, kpi] = [params.get('report'), params.get('kpi')]
  const sources = useSources()
  const saved = useApiQuery(['reports', 'reports', report], () => api.reports.reports.show({ params: { id: report! } }), {
    enabled: report !== null,
  })
  const standard = useApiQuery(
    ['reports', 'standard', params.toString()],
    () => api.reports.reports.standard(withQuery(Object.fromEntries(params) as never)),
    { enabled: kpi !== null },
  )
  const first = sources.data?.find(({ name }) => name === params.get('source')) ?? sources.data?.[0]
  const start = ((): Start | null => {
    if (report) {
      const known = saved.data?.data
      return known
        ? { id: known.own ? known.id : null, name: known.name, shared: known.own && known.shared, definition: known.definition }
        : null
    }
    if (kpi) {
      const known = standard.data?.data as ReportDefinition | undefined
      return known ? { id: null, name: t(`reports.kpi.${kpi}`), shared: false, definition: known } : null
    }
    return first ? { id: null, name: '', shared: false, definition: newDefinition(first) } : null
  })()
  // Rendered once they are loaded: a field that appears later would move everything below it.
  const people = useFiltersOverPeople()
  const error = sources.error ?? saved.error ?? standard.error
  return (
    <>
      <PageHeader
        title={start?.id ? t('reports.builder.edit') : t('reports.builder.title')}
        text={t('reports.builder.text')}
        trail={[{ label: t('reports.list.title'), to: '/reports/bekijken' }]}
      />
      {error && !start ? (
        <ErrorState error={error} part="reports" onRetry={() => void sources.refetch()} />
      ) : start && sources.data?.length && (people.data || people.error) ? (
        <Builder key={params.toString()} start={start} sources={sources.data} />
      ) : (
        <BuilderSkeleton />
      )}
    </>
  )
}
