import { useQueryClient } from '@tanstack/react-query'
import { atom, useSetAtom, useStore } from 'jotai'
import { useCallback } from 'react'
import type { TaskView } from '#core/contract/tasks'
import { useT } from '#web/i18n'
import { showToast, type Toast } from '../toasts/toast_queue.js'

/** The query key of the person's own tasks. */
export const TASKS_KEY = ['core', 'tasks'] as const

/** Whether the tray is open; other components may open it. */
export const trayOpenAtom = atom(false)

/** Announcements of the open tray for screen readers. Its lines show them already, and a toast would cover these. */
export const trayAnnouncementsAtom = atom<readonly { id: number; text: string }[]>([])

/** Announces a task: in the tray when it is open, otherwise by a toast that closes when the tray opens (`task-<id>`). */
export function useTaskToast(): (id: number, toast: Toast) => void {
  const store = useStore()
  return useCallback(
    (id, toast) => {
      if (store.get(trayOpenAtom)) store.set(trayAnnouncementsAtom, (told) => [...told, { id: told.length, text: toast.text }])
      else showToast({ ...toast, key: `task-${id}` })
    },
    [store],
  )
}

/** The name of a task: "Export of participants". The messages of its plugin must be loaded (`loadMessages`). */
export function useTaskName(): (task: Pick<TaskView, 'label' | 'subject' | 'about'>) => string {
  const t = useT()
  return useCallback(
    ({ label, subject, about }) => t(label, { subject: subject ? t(subject) : '', about: about ?? '', named: about ? 'yes' : 'no' }),
    [t],
  )
}

/** Announces that a long task was started, and lets the tray follow it. */
export function useTaskStarted(): (task: TaskView) => void {
  const t = useT()
  const nameOf = useTaskName()
  const tell = useTaskToast()
  const client = useQueryClient()
  const setOpen = useSetAtom(trayOpenAtom)
  return useCallback(
    (task) => {
      client.setQueryData<TaskView[]>(TASKS_KEY, (tasks = []) => [task, ...tasks.filter(({ id }) => id !== task.id)])
      void client.invalidateQueries({ queryKey: TASKS_KEY })
      tell(task.id, {
        tone: 'info',
        text: t('core.tasks.started', { task: nameOf(task) }),
        action: { label: t('core.tasks.show'), onClick: () => setOpen(true) },
      })
    },
    [client, t, nameOf, tell, setOpen],
  )
}
