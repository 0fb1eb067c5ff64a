import { Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId } from 'react'
import type { ActionFormProps } from '#core/contract/slots'
import { useT } from '#web/i18n'
import { check, Form, FormActions, SearchInput } from '#web/ui'
import { useGroupChoices } from '../queries.js'

/** The bulk action of /deelnemers: adds all selected people to one group, as a task. */
export default function JoinSelection({ count, start, close }: ActionFormProps) {
  const t = useT()
  const id = useId()
  const choices = useGroupChoices()
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('groups.join.title')}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Typography sx={{ color: 'text.secondary', mb: 5 }}>{t('groups.join.text', { count })}</Typography>
        <Form
          initialValues={{ group: '' }}
          guard={false}
          part="groups"
          validate={(values) => [check.required(values, 'group')]}
          onSubmit={({ group }) => start({ group: Number(group) })}
        >
          <SearchInput name="group" label={t('groups.column.name')} required {...choices} />
          <FormActions submitLabel={t('groups.join.confirm', { count })} onCancel={close} />
        </Form>
      </DialogContent>
    </Dialog>
  )
}
