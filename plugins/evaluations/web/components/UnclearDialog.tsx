import { Dialog, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { api } from '#web/api'
import { useT } from '#web/i18n'
import { Form, FormActions, TextInput, useAskedClose, useToast } from '#web/ui'

interface UnclearDialogProps {
  participation: number
  activity: number
  onClose: () => void
}

/** Asks a participant what is unclear about a lesson. */
export default function UnclearDialog({ participation, activity, onClose }: UnclearDialogProps) {
  const t = useT()
  const toast = useToast()
  const askedClose = useAskedClose(onClose)
  return (
    <Dialog open onClose={askedClose} maxWidth="sm" fullWidth aria-labelledby="unclear-title">
      <DialogTitle id="unclear-title">{t('evaluations.unclear.title')}</DialogTitle>
      <DialogContent>
        <Form<{ remark: string }, unknown>
          part="evaluations"
          initialValues={{ remark: '' }}
          onSubmit={({ remark }) => api.evaluations.unclear.create({ body: { participation, activity, remark } })}
          onSuccess={() => {
            toast.success(t('evaluations.unclear.thanks'))
            onClose()
          }}
        >
          <Stack sx={{ gap: 4, pt: 1 }}>
            <Typography sx={{ color: 'text.secondary' }}>{t('evaluations.unclear.text')}</Typography>
            <TextInput name="remark" label={t('evaluations.unclear.remark')} maxLength={500} rows={3} />
            <FormActions submitLabel={t('evaluations.unclear.send')} onCancel={onClose} />
          </Stack>
        </Form>
      </DialogContent>
    </Dialog>
  )
}
