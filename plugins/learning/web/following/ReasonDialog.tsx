import { Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { type ComponentProps, useId } from 'react'
import { queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { check, Form, FormActions, TextInput, useToast, useAskedClose } from '#web/ui'

interface ReasonDialogProps<Done> {
  title: string
  text: string
  /** Label of the one field; its text is stored in the history. */
  label: string
  help: string
  required: boolean
  destructive?: boolean
  submitLabel: string
  /** Message after success. */
  doneLabel: string
  onSubmit: (reason: string) => Promise<Done>
  onError?: ComponentProps<typeof Form>['onError']
  onDone: (done: Done) => void
  onClose: () => void
}

/** Says what a supervisor is about to do with a person's course, asks for the reason, and does it. */
export function ReasonDialog<Done>(props: ReasonDialogProps<Done>) {
  const { title, text, label, help, required, destructive = false, submitLabel, doneLabel, onSubmit, onError, onDone, onClose } = props
  const t = useT()
  const toast = useToast()
  const id = useId()
  const askedClose = useAskedClose(onClose)
  return (
    <Dialog open onClose={askedClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Typography sx={{ color: 'text.secondary', mb: 5 }}>{text}</Typography>
        <Form
          initialValues={{ reason: '' }}
          guard={false}
          part="learning"
          validate={(values) => [required && check.required(values, 'reason')]}
          onSubmit={({ reason }) => onSubmit(reason.trim())}
          onError={onError}
          onSuccess={(done) => {
            void queryClient.invalidateQueries({ queryKey: ['learning'] })
            void queryClient.invalidateQueries({ queryKey: ['people'] })
            toast.success(doneLabel)
            onDone(done)
          }}
        >
          <TextInput name="reason" label={label} help={help} rows={2} maxLength={1000} required={required} autoFocus={required} />
          <FormActions destructive={destructive} submitLabel={submitLabel} onCancel={onClose} cancelLabel={t('learning.act.back')} />
        </Form>
      </DialogContent>
    </Dialog>
  )
}
