import { Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId } from 'react'
import type { ActionFormProps } from '#core/contract/slots'
import { useT } from '#web/i18n'
import { CheckInput, DayInput, Form, FormActions } from '#web/ui'

/** The bulk action of /skills/planning: gives each person the course that gives the skill, as a task with a result per row. */
export default function AssignGaps({ count, start, close }: ActionFormProps) {
  const t = useT()
  const id = useId()
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('skills.gaps.assign')}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Typography sx={{ color: 'text.secondary', mb: 5 }}>{t('skills.gaps.assign_text', { count })}</Typography>
        <Form
          initialValues={{ due_at: null as string | null, mandatory: true, tell: true }}
          guard={false}
          part="skills"
          onSubmit={({ due_at, mandatory, tell }) => start({ due_at, mandatory, tell })}
        >
          <DayInput name="due_at" label={t('skills.gaps.due')} help={t('skills.gaps.due_help')} />
          <CheckInput name="mandatory" label={t('skills.gaps.mandatory')} />
          <CheckInput name="tell" label={t('skills.gaps.tell')} />
          <FormActions submitLabel={t('skills.gaps.assign_confirm', { count })} onCancel={close} />
        </Form>
      </DialogContent>
    </Dialog>
  )
}
