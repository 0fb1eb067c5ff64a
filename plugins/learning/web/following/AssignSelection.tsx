import type { ActionFormProps } from '#core/contract/slots'
import { useT } from '#web/i18n'
import { AssignDialog, termsOf } from './AssignDialog.js'

/** The bulk action of /deelnemers: for all selected people, as a task. */
export default function AssignSelection({ count, meant, start, close }: ActionFormProps) {
  const t = useT()
  return (
    <AssignDialog
      text={t('learning.assign.text_selection', { count })}
      count={count}
      {...(meant && { meant })}
      submitLabel={(left) => t('learning.assign.confirm', { count: left ?? count })}
      onSubmit={(values) => start(termsOf(values))}
      onClose={close}
    />
  )
}
