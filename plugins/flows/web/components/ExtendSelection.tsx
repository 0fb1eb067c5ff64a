import { Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId } from 'react'
import type { ActionFormProps } from '#core/contract/slots'
import { useT } from '#web/i18n'
import { check, DayInput, Form, FormActions, TextInput } from '#web/ui'

/** The bulk action of people in flows: a later due date for their open steps, with a reason. */
export default function ExtendSelection({ count, start, close }: ActionFormProps) {
  const t = useT()
  const id = useId()
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('flows.extend.title')}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Typography sx={{ color: 'text.secondary', mb: 5 }}>{t('flows.extend.text', { count })}</Typography>
        <Form
          initialValues={{ due_on: '', reason: '' }}
          guard={false}
          part="flows"
          validate={(values) => [check.required(values, 'due_on'), check.required(values, 'reason')]}
          onSubmit={({ due_on: dueOn, reason }) => start({ due_on: dueOn, reason })}
        >
          <DayInput name="due_on" label={t('flows.extend.due_on')} required />
          <TextInput name="reason" label={t('flows.extend.reason')} help={t('flows.extend.reason_help')} required maxLength={300} />
          <FormActions submitLabel={t('flows.extend.confirm', { count })} onCancel={close} />
        </Form>
      </DialogContent>
    </Dialog>
  )
}
