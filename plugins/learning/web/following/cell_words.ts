import { participationStatuses } from '#plugins/learning/contract/statuses'
import type { TotalsCell } from '#plugins/learning/server/transformers/totals_transformer'
import { useFormat, useT } from '#web/i18n'

/** The texts of a cell of /totaal: the relevant status in one short line, a date below it, and all of it in words. */
export function useCellWords(): (cell: TotalsCell) => { main: string; date: string | null; words: string } {
  const t = useT()
  const format = useFormat()
  return ({ status, progress, grade, due_at: due, overdue, expires_at: expires, finished_at: finished, mandatory }) => {
    const state = t(`${participationStatuses.words}.${status}`)
    const isOpen = status === 'registered' || status === 'planned' || status === 'busy'
    const main =
      status === 'busy' ? `${progress}%` : grade !== null && (status === 'passed' || status === 'failed') ? `${state} ${grade}%` : state
    // A course that was not started has access for a year: that says nothing about when it is due.
    const until =
      isOpen && due
        ? t('learning.due.by', { day: format.date(due) })
        : isOpen && expires && status !== 'registered'
          ? t('learning.totals.until', { date: format.date(expires) })
          : null
    const words = [
      state,
      status === 'busy' && t('learning.progress', { progress }),
      !isOpen && grade !== null && t('learning.grade', { grade }),
      overdue && t('learning.totals.overdue'),
      isOpen && mandatory && t('learning.due.mandatory'),
      isOpen && due && t('learning.due.by', { day: format.weekday(due) }),
      isOpen && status !== 'registered' && expires && t('learning.history.access_until', { date: format.date(expires) }),
      finished && t('learning.results.finished_on', { date: format.date(finished) }),
    ]
    return { main, date: until ?? (finished ? format.date(finished) : null), words: words.filter(Boolean).join(', ') }
  }
}
