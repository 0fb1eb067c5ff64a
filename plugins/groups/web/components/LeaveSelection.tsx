import { Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId } from 'react'
import { useParams } from 'react-router'
import type { ActionFormProps } from '#core/contract/slots'
import { useT } from '#web/i18n'
import { Form, FormActions } from '#web/ui'

/** The bulk action of a group's page: removes people from that group and explains the consequences. */
export default function LeaveSelection({ count, start, close }: ActionFormProps) {
  const t = useT()
  const id = useId()
  const { group = '' } = useParams()
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('groups.leave.question', { count })}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Typography sx={{ color: 'text.secondary', mb: 5 }}>{t('groups.leave.text')}</Typography>
        <Form initialValues={{}} guard={false} part="groups" onSubmit={() => start({ group: Number(group) })}>
          <FormActions submitLabel={t('groups.leave.title')} onCancel={close} />
        </Form>
      </DialogContent>
    </Dialog>
  )
}
