import { useT } from '#web/i18n'
import { StatusChip, ToneChip } from '#web/ui'
import { type VisitStatus, visitStatuses } from '../../kinds.js'

/** The status of a visit, or in red what the person lacks: a valid instruction alone does not open a gate that requires more. */
export function VisitChip({ status, lacks }: { status: VisitStatus; lacks: readonly string[] }) {
  const t = useT()
  if (status !== 'done' || lacks.length === 0) return <StatusChip of={visitStatuses} status={status} />
  const label = t('direct_access.visits.lacks_some', { count: lacks.length, name: lacks[0] ?? '' })
  return <ToneChip tone="error" icon="error" label={label} />
}
