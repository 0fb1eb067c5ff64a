import type { TaskView } from '#core/contract/tasks'
import type { Translate } from '#web/i18n'

/** The counts of a task for its messages, and `counted`: how many rows it changed and how many were already so. */
export function countsIn(t: Translate, { done, failed, unchanged }: Pick<TaskView, 'done' | 'failed' | 'unchanged'>) {
  const counts = { failed, unchanged, changed: done - failed - unchanged }
  return { ...counts, counted: t('core.tasks.counted', counts) }
}
