import { useCallback } from 'react'
import { ApiError } from '#web/api'
import { useT } from '#web/i18n'
import { useConfirm } from '../confirm.js'
import type { ListSelection } from './table_types.js'

/** The selected rows in the server's format. @param filter the list's query, whose sort order and columns also apply to selected rows */
export const meantBy = ({ selection, count }: { selection: ListSelection; count: number }, filter: string) =>
  selection.kind === 'some' ? { ids: [...selection.ids], filter } : { filter, except: [...selection.except], count }

/**
 * Runs something on everything that a list finds, and asks again until the person and the server agree on the number of rows.
 * @returns the result of `work`; null when the person cancelled
 */
export function useAgreed() {
  const t = useT()
  const confirm = useConfirm()
  return useCallback(
    async <T>(work: (count: number) => Promise<T>, count: number, destructive = false): Promise<{ done: T } | null> => {
      for (let wanted = count; ;) {
        try {
          return { done: await work(wanted) }
        } catch (error) {
          if (!(error instanceof ApiError && error.code === 'selection_changed')) throw error
          wanted = Number(error.details.count)
        }
        const [title, text] = [t('core.table.changed_title', { count: wanted }), t('core.table.changed_text')]
        const confirmLabel = t('core.table.go_on', { count: wanted })
        if (!wanted || !(await confirm({ title, text, confirmLabel, destructive }))) return null
      }
    },
    [t, confirm],
  )
}
