import { useFormat, useT } from '#web/i18n'
import { FEW_DAYS } from '../training_words.js'
import { TimeMark } from './TimeMark.js'

interface DueByProps {
  /** The last day on which it is on time, `yyyy-mm-dd`. */
  day: string
  /** Days until then; negative: overdue. */
  inDays: number
}

/** "Uiterlijk vrijdag 4 december", emphasised when it is near, and marked as late when it is overdue. */
export function DueBy({ day, inDays }: DueByProps) {
  const t = useT()
  const format = useFormat()
  return (
    <TimeMark tone={inDays < 0 ? 'error' : inDays <= FEW_DAYS ? 'warning' : 'neutral'} icon={inDays < 0 ? 'warning' : 'calendar'}>
      {t(inDays < 0 ? 'learning.due.late' : inDays === 0 ? 'learning.due.today' : 'learning.due.by', { day: format.weekday(day) })}
    </TimeMark>
  )
}
