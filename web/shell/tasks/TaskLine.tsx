import { Box, Button, Stack, Typography } from '@mui/material'
import { useRef, useState } from 'react'
import type { TaskView } from '#core/contract/tasks'
import { api, useApiMutation, useErrorText, ApiError } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { Icon, Progress, taskStates, TASKS_KEY, useTaskName } from '#web/ui'
import { countsIn } from './counts_in.js'
import { ResultRows } from './ResultRows.js'
import { downloadTask, isOpen, useUndoTask } from './use_tasks.js'

/** Beside a text with the state, in the page's colours. */
const COLOR: Record<TaskView['state'], string> = {
  queued: 'text.secondary',
  running: 'primary.main',
  done: 'success.main',
  failed: 'error.main',
  cancelled: 'text.secondary',
}

function useStateText() {
  const t = useT()
  const { ofError } = useErrorText()
  return (task: TaskView): string => {
    const { state, stopping, done, total, code, plugin } = task
    if (stopping) return t('core.tasks.state.stopping')
    if (state === 'running') return t('core.tasks.state.running', { done, total: total ?? 0 })
    if (state === 'done' && code) return ofError(new ApiError(0, code), plugin)
    const text = t(`core.tasks.state.${state}`, { ...countsIn(t, task), done })
    return state === 'failed' && code ? `${text}. ${ofError(new ApiError(0, code), plugin)}` : text
  }
}

/** One task: what it is, its progress, and what can be done about it. */
export function TaskLine({ task }: { task: TaskView }) {
  const t = useT()
  const format = useFormat()
  const name = useTaskName()(task)
  const stateText = useStateText()(task)
  const [shown, setShown] = useState(false)
  const cancel = useApiMutation(() => api.core.tasks.cancel({ params: { id: task.id } }), { refresh: [TASKS_KEY] })
  const again = useApiMutation(() => api.core.tasks.again({ params: { id: task.id } }), { refresh: [TASKS_KEY] })
  const undo = useUndoTask()
  const line = useRef<HTMLLIElement>(null)
  // The pressed button is disabled and then disappears. Without the focus in the tray, Escape would not close it.
  const keepFocus = () => line.current?.focus({ preventScroll: true })
  const look = task.failed && task.state === 'done' ? 'failed' : task.state
  const [, icon] = taskStates.looks[look]
  const running = isOpen(task)
  return (
    <Stack
      component="li"
      ref={line}
      tabIndex={-1}
      sx={{
        outline: 'none',
        py: 4,
        gap: 2,
        borderBottom: '1px solid',
        borderColor: 'divider',
        '&:first-of-type': { pt: 0 },
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Stack direction="row" sx={{ gap: 3, alignItems: 'flex-start' }}>
        <Icon name={icon} sx={{ color: COLOR[look], mt: '2px' }} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{name}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {stateText}
            {task.finished_at && ` · ${format.dateTime(task.finished_at)}`}
            {task.undone && ` · ${t('core.tasks.undone')}`}
          </Typography>
        </Box>
        {running && !task.stopping && (
          <Button
            size="small"
            color="inherit"
            loading={cancel.isPending}
            aria-label={t('core.tasks.cancel_of', { task: name })}
            onClick={() => {
              keepFocus()
              cancel.mutate(undefined)
            }}
          >
            {t('core.tasks.cancel')}
          </Button>
        )}
        {task.undoable && (
          <Button size="small" variant="outlined" aria-label={t('core.tasks.undo_of', { task: name })} onClick={() => void undo(task)}>
            {t('core.tasks.undo')}
          </Button>
        )}
        {task.again && (
          <Button
            size="small"
            variant="outlined"
            loading={again.isPending}
            aria-label={t('core.tasks.again_of', { task: name })}
            onClick={() => {
              keepFocus()
              again.mutate(undefined)
            }}
          >
            {t('core.tasks.again')}
          </Button>
        )}
        {task.file && (
          <Button
            size="small"
            variant="outlined"
            startIcon={<Icon name="download" />}
            aria-label={t('core.tasks.download_of', { file: task.file.name })}
            onClick={() => downloadTask(task.id)}
          >
            {t('core.tasks.download')}
          </Button>
        )}
      </Stack>
      {task.state === 'running' && task.total !== null && task.total > 0 && (
        <Progress label={name} hideLabel value={(task.done / task.total) * 100} />
      )}
      {!running && task.results && (
        <Box>
          {/* Its text is aligned with that of the task. */}
          <Button size="small" color="inherit" aria-expanded={shown} onClick={() => setShown(!shown)} sx={{ ml: 5 }}>
            {t(shown ? 'core.tasks.hide_results' : 'core.tasks.results')}
          </Button>
          {shown && <ResultRows task={task} />}
        </Box>
      )}
    </Stack>
  )
}
