import type { ParticipationAct } from '#plugins/learning/contract/index'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { useToast } from '#web/ui'
import { ReasonDialog } from './ReasonDialog.js'

/** What is asked before an act. */
export interface Asked {
  act: ParticipationAct
  /** The quiz, of another attempt. */
  activity?: { id: number; title: string }
}

interface ActDialogProps extends Asked {
  participation: number
  /** As it was read: of two supervisors at once the second is told. */
  version: string
  person: string
  course: string
  /** With the participation to go on with. */
  onDone: (next: number) => void
  onClose: () => void
}

const ENDS: readonly ParticipationAct[] = ['no_show', 'cancel']

/** Says what an act does, asks why, and does it. */
export function ActDialog({ act, activity, participation, version, person, course, onDone, onClose }: ActDialogProps) {
  const t = useT()
  const toast = useToast()
  const mustSay = act === 'pass'
  const words = { person, course, step: activity?.title ?? '' }
  return (
    <ReasonDialog
      title={t(`learning.act.${act}_title`)}
      text={t(`learning.act.${act}_text`, words)}
      label={t('learning.act.reason')}
      help={t(mustSay ? 'learning.act.reason_help' : 'learning.act.reason_optional')}
      required={mustSay}
      destructive={ENDS.includes(act)}
      submitLabel={t(`learning.act.${act}`)}
      doneLabel={t(`learning.act.${act}_done`, words)}
      onSubmit={(reason) =>
        api.learning.insights
          .act({
            params: { participation },
            body: { act, updated_at: version, reason: reason || null, activity: activity?.id ?? null },
          })
          .then(({ data }) => data.id)
      }
      onError={(error) => {
        if (error.code !== 'changed_meanwhile') return
        toast.warning(t('learning.act.changed_meanwhile'))
        void queryClient.invalidateQueries({ queryKey: ['learning'] })
        onClose()
        return true
      }}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
