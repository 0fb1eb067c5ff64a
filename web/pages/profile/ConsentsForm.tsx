import { Alert } from '@mui/material'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { check, CheckInput, Form, FormActions, TextInput, useToast } from '#web/ui'

interface Consents {
  receive_emails: boolean
  forward_emails_to: string | null
}
interface Values {
  receive_emails: boolean
  forward: boolean
  forward_emails_to: string
}

const valuesOf = ({ receive_emails, forward_emails_to }: Consents): Values => ({
  receive_emails,
  forward: forward_emails_to !== null,
  forward_emails_to: forward_emails_to ?? '',
})

interface ConsentsFormProps {
  consents: Consents & { updated_at: string; no_direct_communication: boolean }
  /** The account's own address. */
  email: string
}

/** The mails that a person receives, and the addresses for copies. */
export function ConsentsForm({ consents, email }: ConsentsFormProps) {
  const t = useT()
  const toast = useToast()
  return (
    <Form<Values, { data: Consents & { updated_at: string } }>
      initialValues={valuesOf(consents)}
      version={consents.updated_at}
      valuesOf={(current) => valuesOf(current as unknown as Consents)}
      draftKey="profile.mail"
      validate={(values) => (values.forward ? [check.required(values, 'forward_emails_to'), check.email(values, 'forward_emails_to')] : [])}
      onSubmit={({ receive_emails, forward, forward_emails_to }, { version }) =>
        api.core.profile.consents({
          body: { receive_emails, forward_emails_to: forward ? forward_emails_to.trim() : null, updated_at: version! },
        })
      }
      onSuccess={({ data }) => {
        void queryClient.invalidateQueries({ queryKey: ['core', 'profile'] })
        toast.success(t('core.profile.saved'))
        return { values: valuesOf(data), version: data.updated_at }
      }}
    >
      {({ values }) => (
        <>
          {consents.no_direct_communication && <Alert severity="info">{t('core.profile.mail_silent')}</Alert>}
          <CheckInput name="receive_emails" label={t('core.profile.receive')} help={t('core.profile.receive_help')} />
          <CheckInput name="forward" label={t('core.profile.forward')} help={t('core.profile.forward_help', { email })} />
          {values.forward && (
            <TextInput name="forward_emails_to" type="email" label={t('core.profile.forward_to')} autoComplete="off" required />
          )}
          <FormActions />
        </>
      )}
    </Form>
  )
}
