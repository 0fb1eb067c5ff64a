import { Dialog, DialogContent, DialogTitle } from '@mui/material'
import { useId } from 'react'
import type { ActionFormProps } from '#core/contract/slots'
import { useT } from '#web/i18n'
import { check, Form, FormActions, type Option, SelectInput } from '#web/ui'

interface LeadSelectionProps extends ActionFormProps {
  title: string
  label: string
  options: Option[]
  required?: boolean
  toInput: (value: string) => object
}

/** A bulk action of leads that asks for one choice. */
export function LeadSelection({ count, start, close, title, label, options, required = false, toInput }: LeadSelectionProps) {
  const t = useT()
  const id = useId()
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Form
          initialValues={{ value: '' }}
          guard={false}
          part="marketing"
          validate={(values) => [required && check.required(values, 'value')]}
          onSubmit={({ value }) => start(toInput(value))}
        >
          <SelectInput name="value" label={label} required={required} options={options} />
          <FormActions submitLabel={t('marketing.leads.change', { count })} onCancel={close} />
        </Form>
      </DialogContent>
    </Dialog>
  )
}
