import { Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId } from 'react'
import type { ActionFormProps } from '#core/contract/slots'
import { useT } from '#web/i18n'
import { check, Form, FormActions, TextInput } from '#web/ui'

/** The bulk actions of the question pool that ask for a tag. */
function TagForm({ title, text, start, close }: Pick<ActionFormProps, 'start' | 'close'> & { title: string; text: string }) {
  const t = useT()
  const id = useId()
  return (
    <Dialog open onClose={close} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Typography sx={{ color: 'text.secondary', mb: 5 }}>{text}</Typography>
        <Form
          initialValues={{ tag: '' }}
          guard={false}
          part="learning"
          validate={(values) => [check.required(values, 'tag')]}
          onSubmit={({ tag }) => start({ tag: tag.trim() })}
        >
          <TextInput name="tag" label={t('learning.pool.tag_field')} required maxLength={50} />
          <FormActions submitLabel={title} onCancel={close} />
        </Form>
      </DialogContent>
    </Dialog>
  )
}

export default function TagSelection({ count, ...form }: ActionFormProps) {
  const t = useT()
  return <TagForm {...form} title={t('learning.pool.tag')} text={t('learning.pool.tag_text', { count })} />
}

export function UntagSelection({ count, ...form }: ActionFormProps) {
  const t = useT()
  return <TagForm {...form} title={t('learning.pool.untag')} text={t('learning.pool.untag_text', { count })} />
}
