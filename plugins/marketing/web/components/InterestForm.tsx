import { Stack } from '@mui/material'
import { api } from '#web/api'
import { useT } from '#web/i18n'
import { pageCompany } from '#web/session'
import { check, CheckInput, Form, FormActions, TextInput } from '#web/ui'

interface InterestFormProps {
  /** A course of the public catalogue, or the name of a landing page. */
  about: { course: number } | { page: string } | Record<string, never>
  onDone: () => void
  onCancel?: () => void
}

/** A visitor leaves their details, and agrees to be contacted about it. */
export function InterestForm({ about, onDone, onCancel }: InterestFormProps) {
  const t = useT()
  const company = pageCompany()
  return (
    <Form
      part="marketing"
      initialValues={{ name: '', email: '', phone: '', organisation: '', message: '', agreed: false }}
      validate={(values) => [
        check.required(values, 'name'),
        check.required(values, 'email'),
        check.email(values, 'email'),
        check.when(!values.agreed, 'agreed', 'agreed_mandatory'),
      ]}
      onSubmit={({ agreed: _agreed, ...values }) =>
        api.marketing.interest.create({
          body: { ...values, ...about, agreed: true, lang: document.documentElement.lang as 'nl', ...(company && { company }) },
        })
      }
      onSuccess={onDone}
    >
      <Stack sx={{ gap: 4 }}>
        <TextInput
          name="name"
          label={t('marketing.lead.name')}
          required
          maxLength={200}
          autoComplete="name"
          autoFocus={Boolean(onCancel)}
        />
        <TextInput name="email" label={t('marketing.lead.email')} required type="email" maxLength={254} autoComplete="email" />
        <TextInput name="phone" label={t('marketing.lead.phone')} maxLength={40} autoComplete="tel" />
        <TextInput name="organisation" label={t('marketing.lead.organisation')} maxLength={200} autoComplete="organization" />
        <TextInput name="message" label={t('marketing.interest.message')} rows={4} maxLength={2000} />
        <CheckInput name="agreed" label={t('marketing.interest.words')} summaryLabel={t('marketing.lead.consent_words')} required />
        <FormActions submitLabel={t('marketing.interest.send')} {...(onCancel && { onCancel })} />
      </Stack>
    </Form>
  )
}
