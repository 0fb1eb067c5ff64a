import { Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId } from 'react'
import { api } from '#web/api'
import { useT } from '#web/i18n'
import { check, Form, FormActions, TextInput, useToast, useAskedClose } from '#web/ui'
import type { MomentView } from '../../server/transformers/exams_transformer.js'
import { examsChanged } from '../queries.js'

/** Asks for the reason, and says what happens to the people with a seat. */
export function WithdrawMoment({ moment, onClose }: { moment: MomentView; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const toast = useToast()
  const askedClose = useAskedClose(onClose)
  return (
    <Dialog open onClose={askedClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('exams.withdraw.title')}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Typography sx={{ color: 'text.secondary', mb: 5 }}>
          {t('exams.withdraw.text', { count: moment.seats - moment.seats_left })}
        </Typography>
        <Form
          part="exams"
          initialValues={{ reason: '' }}
          guard={false}
          validate={(values) => [check.required(values, 'reason')]}
          onSubmit={(body) => api.exams.moments.withdraw({ params: { id: moment.id }, body })}
          onSuccess={() => {
            toast.success(t('exams.withdraw.done'))
            examsChanged()
            onClose()
          }}
        >
          <TextInput name="reason" label={t('exams.field.reason')} required maxLength={300} autoFocus />
          <FormActions destructive submitLabel={t('exams.withdraw.confirm')} onCancel={onClose} />
        </Form>
      </DialogContent>
    </Dialog>
  )
}
