import { api } from '#web/api'
import { useTaskStarted } from '#web/ui'
import type { PersonSkillLine } from '../../server/services/person_skills.js'
import AssignGaps from './AssignGaps.js'

export const isGap = ({ required, state }: PersonSkillLine) => required && state !== 'valid'
/** A training leads to it, and they do not have that training yet. */
export const isAssignable = (line: PersonSkillLine) => isGap(line) && line.course !== null && line.under_way === null

/** Gives one person the trainings for these lines of theirs: the same bulk action as /skills/planning has. */
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
