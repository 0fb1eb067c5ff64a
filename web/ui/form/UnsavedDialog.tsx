import { useContext } from 'react'
import { useUnsavedGuard } from '#web/session'
import { useT } from '#web/i18n'
import { ConfirmDialog } from '../confirm.js'
import { InPanel } from '../in_panel.js'

/** Mounted by <Form> while something is typed. Default export because it is loaded lazily. */
export default function UnsavedDialog() {
  const t = useT()
  const blocker = useUnsavedGuard(true, useContext(InPanel))
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={t('core.form.unsaved_title')}
      text={t('core.form.unsaved_text')}
      confirmLabel={t('core.form.leave')}
      cancelLabel={t('core.form.stay')}
      destructive
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  )
}
