import { Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId } from 'react'
import type { ActionFormProps } from '#core/contract/slots'
import { useT } from '#web/i18n'
import { CheckInput, Form, FormActions } from '#web/ui'

/** The bulk action of people in flows: removes them. Asks what happens to courses that nobody has started. */
export default function LeaveSelection({ count, start, close }: ActionFormProps) {
  const t = useT()
  const id = useId()
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('flows.leave.title')}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Typography sx={{ color: 'text.secondary', mb: 5 }}>{t('flows.leave.text', { count })}</Typography>
        <Form initialValues={{ cancel: true }} guard={false} part="flows" onSubmit={({ cancel }) => start({ cancel })}>
          <CheckInput name="cancel" look="switch" label={t('flows.leave.cancel')} />
          <FormActions submitLabel={t('flows.leave.confirm', { count })} onCancel={close} />
        </Form>
      </DialogContent>
    </Dialog>
  )
}
