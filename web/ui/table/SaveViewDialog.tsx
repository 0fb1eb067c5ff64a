import { Dialog, DialogContent, DialogTitle } from '@mui/material'
import { useId } from 'react'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { useUser } from '#web/session'
import { isAdminRole } from '#core/contract/roles'
import { CheckInput } from '../form/choice_inputs.js'
import { Form } from '../form/Form.js'
import { FormActions } from '../form/FormActions.js'
import { check } from '../form/form_context.js'
import { TextInput } from '../form/TextInput.js'
import { useToast } from '../toasts/toast_queue.js'

interface SaveViewDialogProps {
  list: string
  filter: string
  known: readonly { name: string; own: boolean }[]
  onClose: () => void
}

/** Asks for a name for the current filters, sort order and columns, and whether colleagues see the view. */
export default function SaveViewDialog({ list, filter, known, onClose }: SaveViewDialogProps) {
  const t = useT()
  const id = useId()
  const toast = useToast()
  const mayShare = !isAdminRole(useUser().user_role)
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('core.table.view_save')}</DialogTitle>
      <DialogContent>
        <Form<{ name: string; shared: boolean }, unknown>
          initialValues={{ name: '', shared: false }}
          validate={({ name }) => [check.when(!name.trim(), 'name', 'required')]}
          onSubmit={(values) => api.core.listViews.save({ body: { ...values, list, filter } })}
          onSuccess={(_answer, { name }) => {
            void queryClient.invalidateQueries({ queryKey: ['core', 'list_views', list] })
            const replaced = known.some((view) => view.own && view.name.toLowerCase() === name.trim().toLowerCase())
            toast.success(t(replaced ? 'core.table.view_replaced' : 'core.table.view_saved', { name: name.trim() }))
            onClose()
          }}
        >
          <TextInput name="name" label={t('core.table.view_name')} maxLength={60} required autoFocus />
          {mayShare && <CheckInput name="shared" label={t('core.table.view_share')} />}
          <FormActions onCancel={onClose} />
        </Form>
      </DialogContent>
    </Dialog>
  )
}
