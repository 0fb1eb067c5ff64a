import { Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId } from 'react'
import type { ActionFormProps } from '#core/contract/slots'
import { api, useApiQuery, withQuery } from '#web/api'
import { useT } from '#web/i18n'
import { check, Form, FormActions, SearchInput } from '#web/ui'

/** The bulk action of /deelnemers: adds the selected people to one flow, as a task. */
export default function JoinSelection({ count, start, close }: ActionFormProps) {
  const t = useT()
  const id = useId()
  const { data, isPending } = useApiQuery(['flows', 'choices'], () => api.flows.flows.index(withQuery({ per_page: 100 })))
  const options = (data?.data ?? []).map((flow) => ({ value: String(flow.id), label: flow.name }))
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('flows.join.title')}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Typography sx={{ color: 'text.secondary', mb: 5 }}>{t('flows.join.text', { count })}</Typography>
        <Form
          initialValues={{ flow: '' }}
          guard={false}
          part="flows"
          validate={(values) => [check.required(values, 'flow')]}
          onSubmit={({ flow }) => start({ flow: Number(flow) })}
        >
          <SearchInput name="flow" label={t('flows.column.name')} required options={options} loading={isPending} />
          <FormActions submitLabel={t('flows.join.confirm', { count })} onCancel={close} />
        </Form>
      </DialogContent>
    </Dialog>
  )
}
