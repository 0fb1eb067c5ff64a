import { Box, Button, Stack, Typography } from '@mui/material'
import { useMemo } from 'react'
import { api, useApiMutation, useApiQuery, useErrorText, type QueryOf } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import {
  DataTable,
  EmptyState,
  FactList,
  Icon,
  PageHeader,
  Progress,
  Section,
  SidePanel,
  tableSource,
  useConfirm,
  usePanelParam,
  useTableState,
  useToast,
  type TableColumn,
} from '#web/ui'
import type { DeadLetter } from '../../core/jobs/dead_letters.js'

type Query = QueryOf<typeof api.core.jobs.dead>
const KEY = ['core', 'jobs'] as const

function useColumns(): TableColumn<DeadLetter>[] {
  const t = useT()
  const format = useFormat()
  return useMemo(
    () => [
      { key: 'name', label: t('core.jobs.column.name'), value: (row) => row.name, sortable: true, card: 'title', flex: 1.4, minWidth: 220 },
      { key: 'company', label: t('core.jobs.column.company'), value: (row) => row.company ?? t('core.jobs.platform'), sortable: true },
      { key: 'reason', label: t('core.jobs.column.reason'), value: (row) => row.reason, flex: 2, minWidth: 260 },
      { key: 'attempts', label: t('core.jobs.column.attempts'), value: (row) => row.attempts, align: 'right', minWidth: 100 },
      {
        key: 'failed_at',
        label: t('core.jobs.column.failed_at'),
        value: (row) => format.dateTime(row.failed_at),
        sortable: true,
        minWidth: 150,
      },
      { key: 'event', label: t('core.jobs.column.event'), value: (row) => row.event, hidden: true },
    ],
    [t, format],
  )
}

export const words = () => ['tools']

/** /tools/jobs: background work that waits, and what failed for good, to be run again once its cause is mended. */
export default function JobsPage() {
  const t = useT()
  const toast = useToast()
  const confirm = useConfirm()
  const columns = useColumns()
  const state = useTableState({})
  const list = useApiQuery([...KEY, state.query], () => api.core.jobs.dead({ query: state.query as Query }), {
    keepPrevious: true,
    live: true,
  })
  const runAll = useApiMutation(() => api.core.jobs.runAll({}), {
    refresh: [KEY],
    onSuccess: ({ moved }) => toast.success(t('core.jobs.moved', { count: moved })),
  })
  const runSome = useApiMutation(
    async (rows: readonly DeadLetter[]) => {
      for (const { id } of rows) await api.core.jobs.run({ params: { id } })
      return rows.length
    },
    { refresh: [KEY], onSuccess: (count) => toast.success(t('core.jobs.moved', { count })) },
  )
  const total = list.data?.meta.total ?? 0
  const panel = usePanelParam('job')
  const open = list.data?.data.find(({ id }) => id === panel.value)
  const askAndRunAll = async () => {
    const title = t('core.jobs.run_all_question', { count: total })
    if (await confirm({ title, text: t('core.jobs.run_all_text'), confirmLabel: t('core.jobs.run_all') })) runAll.mutate(undefined)
  }
  return (
    <>
      <PageHeader
        title={t('core.jobs.title')}
        text={t('core.jobs.text')}
        {...(total > 0 && { action: { label: t('core.jobs.run_all'), icon: 'retry', onClick: () => void askAndRunAll() } })}
      />
      <Stack sx={{ gap: 5, mb: 6 }}>
        <Waiting />
        <Replays />
      </Stack>
      <Typography variant="h2" sx={{ mb: 4 }}>
        {t('core.jobs.failed')}
      </Typography>
      <DataTable<DeadLetter>
        id="core.jobs"
        label={t('core.jobs.failed')}
        columns={columns}
        {...tableSource(list, state)}
        rowId={(row) => row.id}
        searchLabel={t('core.jobs.search')}
        onRowClick={(row) => panel.open(row.id)}
        openRow={panel.value}
        rowLabel={(row) => t('core.jobs.open', { name: row.name })}
        bulkActions={[{ label: t('core.jobs.run'), icon: 'retry', onRun: (rows) => runSome.mutateAsync(rows) }]}
        empty={<EmptyState icon="success" title={t('core.jobs.empty_title')} text={t('core.jobs.empty_text')} />}
      />
      {/* Why it failed is longer than a cell. */}
      <SidePanel
        open={open !== undefined}
        onClose={panel.close}
        title={open?.name}
        actions={
          open && (
            <Button
              variant="contained"
              startIcon={<Icon name="retry" />}
              loading={runSome.isPending}
              loadingPosition="start"
              onClick={() => runSome.mutate([open])}
            >
              {t('core.jobs.run')}
            </Button>
          )
        }
      >
        {open && (
          <FactList facts={columns.filter(({ key }) => key !== 'name').map(({ label, value }) => ({ label, value: value(open) }))} />
        )}
      </SidePanel>
    </>
  )
}

/** What is not done yet, a line for each kind of work in a company. */
function Waiting() {
  const t = useT()
  const format = useFormat()
  const { ofError } = useErrorText()
  const { data, error } = useApiQuery([...KEY, 'waiting'], () => api.core.jobs.waiting({}), { live: true })
  const lines = data?.data ?? []
  return (
    <Section title={t('core.jobs.waiting.title')}>
      {lines.length === 0 && (
        // Its line is kept while it is read.
        <Typography variant="body2" sx={{ color: 'text.secondary', minHeight: 20 }}>
          {error ? ofError(error) : data && t('core.jobs.waiting.none')}
        </Typography>
      )}
      {lines.length > 0 && (
        <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 3 }}>
          {lines.map(({ name, company, waiting, running, since, again, again_at: at, reason }) => (
            <Box component="li" key={`${name} ${company}`} sx={{ overflowWrap: 'anywhere' }}>
              <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ columnGap: 4, justifyContent: 'space-between' }}>
                <Typography variant="body2">
                  <strong>{name}</strong> · {company ?? t('core.jobs.platform')}
                </Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                  {[
                    running > 0 && t('core.jobs.waiting.running', { count: running }),
                    waiting > 0 && t('core.jobs.waiting.waiting', { count: waiting }),
                    t('core.jobs.waiting.since', { since: format.dateTime(since) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Typography>
              </Stack>
              {at && (
                <Typography variant="body2" sx={{ color: (theme) => theme.tones.warning.text }}>
                  {t('core.jobs.waiting.again', { count: again, at: format.time(at), reason: reason || '–' })}
                </Typography>
              )}
            </Box>
          ))}
        </Stack>
      )}
    </Section>
  )
}

/** Plugins whose tables are being filled with what happened before they were switched on. Nothing while there are none. */
function Replays() {
  const t = useT()
  const { data } = useApiQuery([...KEY, 'replays'], () => api.core.jobs.replays({}), { live: true })
  if (!data?.data.length) return null
  return (
    <Section title={t('core.replays.title')} text={t('core.replays.text')}>
      <Stack sx={{ gap: 4 }}>
        {data.data.map(({ company, plugin, done, total }) => (
          <Progress
            key={`${company} ${plugin}`}
            label={t('core.replays.label', { company, plugin })}
            value={total ? (100 * done) / total : 0}
            text={t('core.replays.done', { done, total })}
          />
        ))}
      </Stack>
    </Section>
  )
}
