import { Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId } from 'react'
import type { ActionFormProps } from '#core/contract/slots'
import { useT } from '#web/i18n'
import { check, Form, FormActions, TextInput } from '#web/ui'

const isPercent = (text: string) => /^\d{1,3}$/.test(text) && Number(text) <= 100

/** The bulk action on participants that grants extra time for recorded quizzes. */
export default function ExtraTimeSelection({ count, start, close }: ActionFormProps) {
  const t = useT()
  const id = useId()
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('proctoring.extra_time.title')}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Typography sx={{ color: 'text.secondary', mb: 5 }}>{t('proctoring.extra_time.text', { count })}</Typography>
        <Form
          initialValues={{ percent: '25' }}
          guard={false}
          part="proctoring"
          validate={({ percent }) => [check.when(!isPercent(percent), 'percent', 'percent')]}
          onSubmit={({ percent }) => start({ percent: Number(percent) })}
        >
          <TextInput name="percent" label={t('proctoring.extra_time.percent')} help={t('proctoring.extra_time.help')} required />
          <FormActions submitLabel={t('proctoring.extra_time.confirm')} onCancel={close} />
        </Form>
      </DialogContent>
    </Dialog>
  )
}
