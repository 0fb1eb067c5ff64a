import { useT } from '#web/i18n'
import { StatusChip, ToneChip } from '#web/ui'
import { type VisitStatus, visitStatuses } from '../../kinds.js'

interface VisitChipProps {
  status: VisitStatus
  lacks: readonly string[]
  /** Leaves out the names, because the list has a column for them. */
  isShort?: boolean
}

/** The status of a visit, or in red what the person lacks: a valid instruction alone does not open a gate that requires more. */
export function VisitChip({ status, lacks, isShort = false }: VisitChipProps) {
  const t = useT()
  if (status !== 'done' || lacks.length === 0) return <StatusChip of={visitStatuses} status={status} />
  const names = t('direct_access.visits.lacks_some', { count: lacks.length, name: lacks[0] ?? '' })
  const label = isShort ? t('direct_access.crew.lacks') : names
  return <ToneChip tone="error" icon="error" label={label} />
}
