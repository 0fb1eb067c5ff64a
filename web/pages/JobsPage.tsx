import { Stack } from '@mui/material'
import { useMemo } from 'react'
import { api, useApiMutation, useApiQuery, type QueryOf } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import {
  DataTable,
  EmptyState,
  PageHeader,
  Progress,
  Section,
  tableSource,
  useConfirm,
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

/** /tools/jobs: background work that failed for good, to be run again once its cause is mended. */
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
      <Replays />
      <DataTable<DeadLetter>
        id="core.jobs"
        label={t('core.jobs.title')}
        columns={columns}
        {...tableSource(list, state)}
        rowId={(row) => row.id}
        searchLabel={t('core.jobs.search')}
        bulkActions={[{ label: t('core.jobs.run'), icon: 'retry', onRun: (rows) => runSome.mutateAsync(rows) }]}
        empty={<EmptyState icon="success" title={t('core.jobs.empty_title')} text={t('core.jobs.empty_text')} />}
      />
    </>
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
