import { Button, Stack, Typography } from '@mui/material'
import { useMemo } from 'react'
import { api, useApiMutation, useApiQuery, type QueryOf } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import {
  DataTable,
  EmptyState,
  FactList,
  Icon,
  SidePanel,
  tableSource,
  useConfirm,
  usePanelParam,
  useTableState,
  useToast,
  type TableColumn,
} from '#web/ui'
import type { DeadLetter } from '../../../core/jobs/dead_letters.js'
import { JOBS_KEY } from './key.js'
import { Backfills, Waiting } from './Waiting.js'

type Query = QueryOf<typeof api.core.jobs.dead>

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

/** Waiting background jobs, and failed ones that can be retried once the cause is fixed. */
export function Queues() {
  const t = useT()
  const toast = useToast()
  const confirm = useConfirm()
  const columns = useColumns()
  const state = useTableState({})
  const list = useApiQuery([...JOBS_KEY, state.query], () => api.core.jobs.dead({ query: state.query as Query }), {
    keepPrevious: true,
    live: true,
  })
  const runAll = useApiMutation(() => api.core.jobs.runAll({}), {
    refresh: [JOBS_KEY],
    onSuccess: ({ moved }) => toast.success(t('core.jobs.moved', { count: moved })),
  })
  const runSome = useApiMutation(
    async (rows: readonly DeadLetter[]) => {
      for (const { id } of rows) await api.core.jobs.run({ params: { id } })
      return rows.length
    },
    { refresh: [JOBS_KEY], onSuccess: (count) => toast.success(t('core.jobs.moved', { count })) },
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
      <Stack sx={{ gap: 5, mb: 6 }}>
        <Waiting />
        <Backfills />
      </Stack>
      <Stack direction="row" sx={{ mb: 4, gap: 3, justifyContent: 'space-between', alignItems: 'center', minHeight: 40 }}>
        <Typography variant="h2">{t('core.jobs.failed')}</Typography>
        {total > 0 && (
          <Button
            variant="contained"
            startIcon={<Icon name="retry" />}
            loading={runAll.isPending}
            loadingPosition="start"
            onClick={() => void askAndRunAll()}
          >
            {t('core.jobs.run_all')}
          </Button>
        )}
      </Stack>
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
      {/* The reason for a failure is too long for a cell. */}
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
