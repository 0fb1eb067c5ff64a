import { Button } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, ApiError, useApiMutation, useErrorText, withQuery } from '#web/api'
import { loadMessages, useT } from '#web/i18n'
import {
  type ColumnLook,
  DataTable,
  EmptyState,
  FactList,
  Icon,
  Progress,
  SidePanel,
  StatusChip,
  taskStates,
  TASKS_KEY,
  useConfirm,
  useList,
  usePanelParam,
  useTaskName,
  useToast,
} from '#web/ui'
import type { AnyTask } from '../../../core/tasks/controllers/all_tasks_controller.js'

const LIST = '/api/core/jobs/tasks'
/** Tasks whose progress is refreshed. */
const AGAIN_MS = 5000

const rowId = (row: AnyTask) => row.id

function useLooks(): Record<string, ColumnLook<AnyTask>> {
  const t = useT()
  const nameOf = useTaskName()
  const { ofError } = useErrorText()
  return useMemo(() => {
    // A running task shows its progress where a failed one shows the reason.
    const standOf = ({ state, code, reason, plugin, done, total, failed }: AnyTask) =>
      (state === 'failed' || state === 'done') && code
        ? (reason ?? ofError(new ApiError(0, code), plugin))
        : t('core.jobs.tasks.progress', { done, total: total ?? 0, failed })
    return {
      name: { value: nameOf, card: 'title', flex: 1.6, minWidth: 220 },
      state: { render: (row) => <StatusChip of={taskStates} status={row.state} />, card: 'badge', minWidth: 120 },
      code: { value: standOf, flex: 1.6, minWidth: 200 },
      person: { minWidth: 140 },
      company: { value: (row) => row.company ?? t('core.jobs.platform'), minWidth: 120 },
      created_at: { minWidth: 150 },
    }
  }, [t, nameOf, ofError])
}

/** Tasks of every company: waiting, progress, failures and reasons. They can be run again. */
export function Tasks() {
  const t = useT()
  const toast = useToast()
  const confirm = useConfirm()
  const client = useQueryClient()
  const nameOf = useTaskName()
  const looks = useLooks()
  const list = useList<AnyTask>({
    id: 'core.jobs.tasks',
    part: 'core',
    path: LIST,
    load: async (query) => {
      const answer = await api.core.jobs.tasks.index(withQuery(query))
      await loadMessages(...answer.data.flatMap(({ plugin, label }) => [plugin, label.split('.')[0]!]))
      return answer
    },
    looks,
    again: AGAIN_MS,
  })
  const panel = usePanelParam('task')
  const open = list.rows?.find(({ id }) => String(id) === panel.value)
  const run = useApiMutation((task: AnyTask) => api.core.jobs.tasks.run({ params: { id: task.id } }), {
    onSuccess: () => {
      toast.success(t('core.jobs.moved', { count: 1 }))
      void client.invalidateQueries({ queryKey: ['core', 'list', LIST] })
      void client.invalidateQueries({ queryKey: TASKS_KEY })
    },
  })
  const askAndRun = async (task: AnyTask) => {
    const question = {
      title: t('core.jobs.tasks.run_question', { task: nameOf(task) }),
      text: t('core.jobs.tasks.run_text', { person: task.person ?? task.email }),
      confirmLabel: t('core.jobs.run'),
    }
    if (await confirm(question)) run.mutate(task)
  }
  return (
    <>
      <DataTable<AnyTask>
        {...list.table}
        label={t('core.jobs.tasks.title')}
        rowId={rowId}
        searchLabel={t('core.jobs.tasks.search')}
        onRowClick={(row) => panel.open(String(row.id))}
        openRow={open?.id ?? null}
        rowLabel={(row) => t('core.jobs.open', { name: nameOf(row) })}
        rowActions={(row) => (row.again ? [{ label: t('core.jobs.run'), icon: 'retry', onRun: () => askAndRun(row) }] : [])}
        empty={<EmptyState icon="tasks" title={t('core.jobs.tasks.empty_title')} text={t('core.jobs.tasks.empty_text')} />}
      />
      <SidePanel
        open={open !== undefined}
        onClose={panel.close}
        title={open && nameOf(open)}
        actions={
          open?.again && (
            <Button
              variant="contained"
              startIcon={<Icon name="retry" />}
              loading={run.isPending}
              loadingPosition="start"
              onClick={() => void askAndRun(open)}
            >
              {t('core.jobs.run')}
            </Button>
          )
        }
      >
        {open && (
          <>
            {open.state === 'running' && open.total !== null && open.total > 0 && (
              <Progress label={nameOf(open)} hideLabel value={(open.done / open.total) * 100} />
            )}
            <FactList
              facts={list.table.columns.filter(({ key }) => key !== 'name').map(({ label, value }) => ({ label, value: value(open) }))}
            />
          </>
        )}
      </SidePanel>
    </>
  )
}
