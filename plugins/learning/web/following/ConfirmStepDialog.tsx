import { api } from '#web/api'
import { useT } from '#web/i18n'
import { ReasonDialog } from './ReasonDialog.js'

interface ConfirmStepDialogProps {
  participation: number
  person: string
  step: { id: number; title: string }
  onClose: () => void
}

/** A supervisor confirms that a step was done elsewhere, with a note on what they saw. */
export function ConfirmStepDialog({ participation, person, step, onClose }: ConfirmStepDialogProps) {
  const t = useT()
  return (
    <ReasonDialog
      title={t('learning.confirm.title')}
      text={t('learning.confirm.text', { person, step: step.title })}
      label={t('learning.confirm.note')}
      help={t('learning.confirm.note_help')}
      required
      submitLabel={t('learning.confirm.submit')}
      doneLabel={t('learning.confirm.done', { person, step: step.title })}
      onSubmit={(note) => api.learning.activities.confirm({ params: { participation, activity: step.id }, body: { note } })}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
