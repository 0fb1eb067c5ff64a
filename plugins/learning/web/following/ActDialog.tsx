import type { ParticipationAct } from '#plugins/learning/contract/index'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { useToast } from '#web/ui'
import { ReasonDialog } from './ReasonDialog.js'

/** A supervisor's action to confirm. */
export interface Asked {
  act: ParticipationAct
  /** For another attempt: the quiz. */
  activity?: { id: number; title: string }
}

interface ActDialogProps extends Asked {
  participation: number
  /** The version that was loaded. Of two concurrent supervisors, the second gets a conflict. */
  version: string
  person: string
  course: string
  /** With the id of the participation to continue with. */
  onDone: (next: number) => void
  onClose: () => void
}

const ENDS: readonly ParticipationAct[] = ['no_show', 'cancel']

/** Says what an action does, asks for the reason, and runs it. */
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
