import { useFormat, useT } from '#web/i18n'
import { MatrixTile } from '#web/ui'
import { skillStatuses } from '../../contract/index.js'
import type { SkillCell as Cell } from '../../server/transformers/skills_transformer.js'

interface SkillCellProps {
  cell: Cell
  /** The person and the skill, for screen readers. */
  of: string
  tabIndex: 0 | -1
  onOpen: () => void
}

/** One skill of one person; a click shows where it came from. */
export function SkillCell({ cell, of, tabIndex, onOpen }: SkillCellProps) {
  const t = useT()
  const format = useFormat()
  const [tone, icon] = skillStatuses.looks[cell.state]
  const state = t(`skills.state.${cell.state}`)
  const end = cell.valid_until ?? (cell.state === 'starting' ? cell.due_on : null)
  const day = end ? format.day(end) : null
  const words = [state, day && t(cell.state === 'starting' ? 'skills.by' : 'skills.until', { day }), cell.required && t('skills.required')]
    .filter(Boolean)
    .join(', ')
  return <MatrixTile tone={tone} icon={icon} main={state} sub={day} label={`${of}: ${words}`} tabIndex={tabIndex} onOpen={onOpen} />
}
