import { Alert, Link } from '@mui/material'
import { queryClient, request } from '#web/api'
import { useT } from '#web/i18n'
import { CheckInput, FactList, Form, FormActions, Section, TextInput, ToneChip, useToast } from '#web/ui'
import { type ShownProvider, pathOf, providerKey } from '../calls.js'

interface Values {
  name: string
  issuer: string
  client_id: string
  client_secret: string
  creates_people: boolean
}

const valuesOf = ({ name, issuer, client_id, creates_people }: ShownProvider): Values => ({
  name,
  issuer,
  client_id,
  client_secret: '',
  creates_people,
})

interface ProviderSectionProps {
  company: string
  shown: ShownProvider
  isAdmin: boolean
}

/** Sign-in with the company's own provider. */
export function ProviderSection({ company, shown, isAdmin }: ProviderSectionProps) {
  const t = useT()
  const toast = useToast()
  return (
    <Section
      title={t('directory.provider.title')}
      text={t('directory.provider.text')}
      action={
        <ToneChip
          tone={shown.name ? 'success' : 'neutral'}
          icon={shown.name ? 'success' : 'blocked'}
          label={t(shown.name ? 'directory.provider.on' : 'directory.provider.off')}
        />
      }
    >
      {shown.domains.length === 0 && (
        <Alert severity="info">
          {t(isAdmin ? 'directory.provider.no_domains_admin' : 'directory.provider.no_domains')}{' '}
          {isAdmin && <Link href={`/admin/bedrijven?company=${shown.company.id}`}>{t('directory.provider.to_company')}</Link>}
        </Alert>
      )}
      <FactList
        facts={[
          { label: t('directory.provider.domains'), value: shown.domains.join(', ') || '–' },
          { label: t('directory.provider.redirect_uri'), value: shown.redirect_uri },
        ]}
      />
      <Form<Values, { data: ShownProvider }>
        part="directory"
        initialValues={valuesOf(shown)}
        version={shown.updated_at}
        valuesOf={(current) => valuesOf(current as unknown as ShownProvider)}
        draftKey={`directory.provider.${shown.company.id}`}
        onSubmit={(values, { version }) =>
          request<{ data: ShownProvider }>(pathOf(company, 'provider'), { method: 'PUT', body: { ...values, updated_at: version! } })
        }
        onSuccess={(answer) => {
          queryClient.setQueryData(providerKey(company), answer)
          toast.success(t('directory.provider.saved'))
          return { values: valuesOf(answer.data), version: answer.data.updated_at }
        }}
      >
        {({ values }) => (
          <>
            <TextInput name="name" label={t('directory.provider.name')} help={t('directory.provider.name_help')} maxLength={60} />
            <TextInput
              name="issuer"
              label={t('directory.provider.issuer')}
              help={t('directory.provider.issuer_help')}
              type="url"
              maxLength={500}
              // With a name the button is shown, and has to lead somewhere.
              required={values.name.trim() !== ''}
            />
            <TextInput
              name="client_id"
              label={t('directory.provider.client_id')}
              autoComplete="off"
              maxLength={300}
              required={values.name.trim() !== ''}
            />
            <TextInput
              name="client_secret"
              type="password"
              label={t('directory.provider.client_secret')}
              help={t(shown.has_secret ? 'directory.provider.secret_kept' : 'directory.provider.secret_help')}
              required={values.name.trim() !== '' && !shown.has_secret}
              autoComplete="new-password"
              maxLength={500}
            />
            <CheckInput
              name="creates_people"
              label={t('directory.provider.creates_people')}
              help={t('directory.provider.creates_people_help')}
            />
            <FormActions />
          </>
        )}
      </Form>
    </Section>
  )
}
