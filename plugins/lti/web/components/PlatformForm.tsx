import { request } from '#web/api'
import { queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { check, CheckInput, Form, FormActions, TextInput } from '#web/ui'
import { type ShownPlatform, pathOf } from '../calls.js'

const lines = (values: readonly string[]) => values.join('\n')
const listOf = (text: string) => [...new Set(text.split(/[\n,;]/).flatMap((line) => line.trim() || []))]
const orNull = (text: string) => text.trim() || null

const valuesOf = (platform: ShownPlatform | null) => ({
  name: platform?.name ?? '',
  issuer: platform?.issuer ?? '',
  client_id: platform?.client_id ?? '',
  deployments: lines(platform?.deployments ?? []),
  auth_url: platform?.auth_url ?? '',
  token_url: platform?.token_url ?? '',
  jwks_url: platform?.jwks_url ?? '',
  public_key: platform?.public_key ?? '',
  audience: platform?.audience ?? '',
  frame_origins: lines(platform?.frame_origins ?? []),
  trusted_domains: lines(platform?.trusted_domains ?? []),
  is_active: platform?.is_active ?? true,
})
type Values = ReturnType<typeof valuesOf>

const bodyOf = (values: Values) => ({
  name: values.name.trim(),
  issuer: values.issuer.trim(),
  client_id: values.client_id.trim(),
  deployments: listOf(values.deployments),
  auth_url: values.auth_url.trim(),
  token_url: values.token_url.trim(),
  jwks_url: orNull(values.jwks_url),
  public_key: orNull(values.public_key),
  audience: orNull(values.audience),
  frame_origins: listOf(values.frame_origins).map((origin) => origin.replace(/\/$/, '').toLowerCase()),
  trusted_domains: listOf(values.trusted_domains).map((domain) => domain.replace(/^@/, '').toLowerCase()),
  is_active: values.is_active,
})

interface PlatformFormProps {
  company: string
  /** The platform to change; null adds a new one. */
  platform: ShownPlatform | null
  onDone: (isNew: boolean) => void
  onCancel: () => void
}

/** The settings of the other system, copied from there. */
export function PlatformForm({ company, platform, onDone, onCancel }: PlatformFormProps) {
  const t = useT()
  return (
    <Form<Values, { data: ShownPlatform }>
      part="lti"
      initialValues={valuesOf(platform)}
      {...(platform && { version: platform.updated_at })}
      valuesOf={(current) => valuesOf(current as unknown as ShownPlatform)}
      draftKey={`lti.platform.${company}.${platform?.id ?? 'new'}`}
      validate={(values) => [
        ...(['name', 'issuer', 'client_id', 'auth_url', 'token_url'] as const).map((name) => check.required(values, name)),
        check.when(!values.jwks_url.trim() && !values.public_key.trim(), 'jwks_url', 'required'),
      ]}
      onSubmit={(values, { version }) =>
        platform
          ? request(`${pathOf(company)}/${platform.id}`, { method: 'PUT', body: { ...bodyOf(values), updated_at: version! } })
          : request(pathOf(company), { method: 'POST', body: bodyOf(values) })
      }
      onSuccess={() => {
        void queryClient.invalidateQueries({ queryKey: ['lti'] })
        onDone(platform === null)
      }}
    >
      {({ values }) => (
        <>
          <TextInput name="name" label={t('lti.form.name')} maxLength={200} required />
          <TextInput name="issuer" label={t('lti.form.issuer')} help={t('lti.form.issuer_help')} maxLength={2000} required />
          <TextInput name="client_id" label={t('lti.form.client_id')} autoComplete="off" maxLength={255} required />
          <TextInput name="deployments" label={t('lti.form.deployments')} help={t('lti.form.deployments_help')} rows={2} />
          <TextInput name="auth_url" type="url" label={t('lti.form.auth_url')} maxLength={2000} required />
          <TextInput name="token_url" type="url" label={t('lti.form.token_url')} maxLength={2000} required />
          <TextInput
            name="jwks_url"
            type="url"
            label={t('lti.form.jwks_url')}
            help={t('lti.form.jwks_help')}
            maxLength={2000}
            required={!values.public_key.trim()}
          />
          <TextInput name="public_key" label={t('lti.form.public_key')} help={t('lti.form.public_key_help')} rows={2} maxLength={5000} />
          <TextInput name="audience" label={t('lti.form.audience')} help={t('lti.form.audience_help')} maxLength={2000} />
          <TextInput name="frame_origins" label={t('lti.form.frame_origins')} help={t('lti.form.frame_origins_help')} rows={2} />
          <TextInput name="trusted_domains" label={t('lti.form.trusted_domains')} help={t('lti.form.trusted_domains_help')} rows={2} />
          <CheckInput name="is_active" label={t('lti.form.is_active')} />
          <FormActions onCancel={onCancel} />
        </>
      )}
    </Form>
  )
}
