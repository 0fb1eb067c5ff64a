import { useQueryClient } from '@tanstack/react-query'
import { atom, useSetAtom } from 'jotai'
import { useCallback } from 'react'
import type { TaskView } from '#core/contract/tasks'
import { useT } from '#web/i18n'
import { useToast } from '../toasts/toast_queue.js'

/** Where the tray reads the person's own tasks. */
export const TASKS_KEY = ['core', 'tasks'] as const

/** Whether the tray is open; others may open it. */
export const trayOpenAtom = atom(false)

/** What a task is called: "Export of participants". The words of its plugin have to be there (`loadMessages`). */
export function useTaskName(): (task: Pick<TaskView, 'label' | 'subject'>) => string {
  const t = useT()
  return useCallback(({ label, subject }) => t(label, { subject: subject ? t(subject) : '' }), [t])
}

/** Says that long work was started, and lets the tray follow it. */
export function useTaskStarted(): (task: TaskView) => void {
  const t = useT()
  const nameOf = useTaskName()
  const toast = useToast()
  const client = useQueryClient()
  const setOpen = useSetAtom(trayOpenAtom)
  return useCallback(
    (task) => {
      client.setQueryData<TaskView[]>(TASKS_KEY, (tasks = []) => [task, ...tasks.filter(({ id }) => id !== task.id)])
      void client.invalidateQueries({ queryKey: TASKS_KEY })
      toast.info(t('core.tasks.started', { task: nameOf(task) }), {
        key: `task-${task.id}`,
        action: { label: t('core.tasks.show'), onClick: () => setOpen(true) },
      })
    },
    [client, t, nameOf, toast, setOpen],
  )
}
