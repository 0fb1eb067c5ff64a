import { api } from '#web/api'
import { useTaskStarted } from '#web/ui'
import type { PersonSkillLine } from '../../server/services/person_skills.js'
import AssignGaps from './AssignGaps.js'

export const isGap = ({ required, state }: PersonSkillLine) => required && state !== 'valid'
/** A course gives it, and they do not have that course yet. */
export const isAssignable = (line: PersonSkillLine) => isGap(line) && line.course !== null && line.under_way === null

/** Gives one person the courses for these skills: the same bulk action as on /skills/planning. */
export function AssignLines({ ids, close }: { ids: readonly number[]; close: () => void }) {
  const started = useTaskStarted()
  return (
    <AssignGaps
      count={ids.length}
      close={close}
      start={async (input) => {
        const { data } = await api.skills.gaps.act({ body: { action: 'skills.assign', ids: [...ids], input: { ...input } } })
        started(data)
        close()
        return true
      }}
    />
  )
}
