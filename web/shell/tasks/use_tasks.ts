import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useCallback, useEffect, useRef } from 'react'
import type { TaskView } from '#core/contract/tasks'
import { api, urlFor, useApiQuery, useErrorText } from '#web/api'
import { loadMessages, useT } from '#web/i18n'
import { download } from '#web/session'
import { closeToast, TASKS_KEY, trayOpenAtom, useTaskName, useTaskStarted, useTaskToast, useToast } from '#web/ui'
import { countsIn } from './counts_in.js'

const SOONEST_MS = 1000
const LATEST_MS = 10_000

export const isOpen = ({ state }: TaskView): boolean => state === 'queued' || state === 'running'

/** Polled seldom, and only while something runs: the longer a task takes, the slower. */
function untilNextLook(answer: unknown): number | false {
  const open = ((answer ?? []) as TaskView[]).filter(isOpen)
  if (!open.length) return false
  const newest = Math.max(...open.map((task) => Date.parse(task.created_at)))
  return Math.min(LATEST_MS, Math.max(SOONEST_MS, (Date.now() - newest) / 8))
}

export const downloadTask = (id: number): void => download(urlFor.get('core.tasks.file', { id }).url)

/** One's own newest tasks. Reports when a running one has ended, and refreshes its plugin's screens. */
export function useTasks(): TaskView[] {
  const query = useApiQuery(
    TASKS_KEY,
    async () => {
      const { data } = await api.core.tasks.index({})
      await loadMessages(...data.map(({ plugin }) => plugin))
      return data
    },
    { again: untilNextLook },
  )
  const tasks = query.data
  const tell = useTellEnd()
  const before = useRef(new Set<number>())
  useEffect(() => {
    if (!tasks) return
    for (const task of tasks) if (!isOpen(task) && before.current.has(task.id)) tell(task)
    before.current = new Set(tasks.filter(isOpen).map(({ id }) => id))
  }, [tasks, tell])
  return tasks ?? []
}

/** Undoes a task with another one that the tray follows. */
export function useUndoTask(): (task: Pick<TaskView, 'id' | 'plugin'>) => Promise<void> {
  const client = useQueryClient()
  const started = useTaskStarted()
  const toast = useToast()
  const { ofError } = useErrorText()
  return useCallback(
    async ({ id, plugin }) => {
      try {
        started((await api.core.tasks.undo({ params: { id } })).data)
        // Refreshes a page that shows the task's result, such as an import.
        void client.invalidateQueries({ queryKey: [plugin] })
      } catch (error) {
        toast.error(ofError(error, plugin))
      }
      void client.invalidateQueries({ queryKey: TASKS_KEY })
    },
    [client, started, toast, ofError],
  )
}

function useTellEnd(): (task: TaskView) => void {
  const t = useT()
  const nameOf = useTaskName()
  const tell = useTaskToast()
  const client = useQueryClient()
  const open = useSetAtom(trayOpenAtom)
  const undo = useUndoTask()
  const latest = useRef<(task: TaskView) => void>(() => undefined)
  useEffect(() => {
    latest.current = (task) => {
      // Its changes may be shown on any page, such as given courses in the list of people. A file changes nothing.
      void client.invalidateQueries(task.file ? { queryKey: [task.plugin] } : {})
      // Other ends replace the toast about its start.
      if (task.state === 'cancelled') return closeToast(`task-${task.id}`)
      const values = { ...countsIn(t, task), task: nameOf(task) }
      const show = { action: { label: t('core.tasks.show'), onClick: () => open(true) } }
      if (task.state === 'failed') tell(task.id, { tone: 'error', text: t('core.tasks.broke', values), ...show })
      else if (task.failed) tell(task.id, { tone: 'warning', text: t('core.tasks.ready_failed', values), ...show })
      else if (task.file)
        tell(task.id, {
          tone: 'success',
          text: t('core.tasks.ready', values),
          action: { label: t('core.tasks.download'), onClick: () => downloadTask(task.id) },
          duration: 15_000,
        })
      else
        tell(task.id, {
          tone: 'success',
          text: t(task.done ? 'core.tasks.ready_count' : 'core.tasks.ready', values),
          ...(task.undoable && { action: { label: t('core.tasks.undo'), onClick: () => void undo(task) }, duration: 15_000 }),
        })
    }
  }, [client, nameOf, open, t, tell, undo])
  // A stable function, so that new texts or another company's name report nothing twice.
  return useCallback((task) => latest.current(task), [])
}
