import { Link, Stack, Typography } from '@mui/material'
import type { RegistrationField } from '#core/contract/registration'
import { request } from '#web/api'
import { useT } from '#web/i18n'
import { completeSignIn, leaveWithoutAsking, type SignedIn } from '#web/session'
import { pagePath, PrivacyLink } from '#web/shell'
import { check, checkExtra, CheckInput, emptyExtra, ExtraFields, extraToSend, TextInput, Wizard, type ExtraValues } from '#web/ui'
import type { RegistrationState } from '../calls.js'

const PASSWORD_MINIMUM = 8

interface Values {
  firstname: string
  lastname: string
  extra: ExtraValues
  password: string
  repeat: string
  agreed: boolean
}

interface DetailsWizardProps {
  company: { name: string; login_id: string }
  fields: readonly RegistrationField[]
  person: NonNullable<RegistrationState['registration']>
  language: string
}

/** Details, what the company asks besides, a password and the conditions. What was typed survives a reload; a password is typed again. */
export default function DetailsWizard({ company, fields, person, language }: DetailsWizardProps) {
  const t = useT()
  const asks = person.asks_password
  const terms = pagePath('terms.viewer')
  const finish = async ({ firstname, lastname, extra, password, agreed }: Values) => {
    const metadata = JSON.stringify({ company: company.name, extra: extraToSend(extra) })
    const body = { firstname, lastname, language, metadata, code: '', agreed, ...(asks && { password }) }
    const { role, expires_at: expires } = await request<SignedIn>('/register/update', { method: 'POST', body })
    leaveWithoutAsking()
    completeSignIn(role, expires)
  }
  return (
    <Wizard<Values>
      id={`registration.${company.login_id}.${person.email}`}
      part="registration"
      initialValues={{
        firstname: person.firstname,
        lastname: person.lastname,
        extra: emptyExtra(fields),
        password: '',
        repeat: '',
        agreed: false,
      }}
      finishLabel={t('registration.register.finish')}
      onFinish={finish}
      steps={[
        {
          key: 'details',
          label: t('registration.step.details'),
          validate: (values) => [
            check.when(!values.firstname.trim(), 'firstname', 'firstname_mandatory'),
            check.when(!values.lastname.trim(), 'lastname', 'lastname_mandatory'),
          ],
          render: () => (
            <Stack sx={{ gap: 4 }}>
              <Typography sx={{ color: 'text.secondary' }}>{t('registration.register.details_text')}</Typography>
              <TextInput name="firstname" label={t('core.invite.firstname')} autoComplete="given-name" maxLength={100} required autoFocus />
              <TextInput name="lastname" label={t('core.invite.lastname')} autoComplete="family-name" maxLength={100} required />
            </Stack>
          ),
        },
        {
          key: 'extra',
          label: t('registration.step.extra'),
          skip: () => fields.length === 0,
          validate: (values) => checkExtra(fields, values.extra),
          render: () => (
            <Stack sx={{ gap: 4 }}>
              <Typography sx={{ color: 'text.secondary' }}>{t('registration.register.extra_text', { company: company.name })}</Typography>
              <ExtraFields fields={fields} />
            </Stack>
          ),
        },
        {
          key: 'password',
          label: t(asks ? 'registration.step.password' : 'registration.step.agree'),
          validate: (values) => [
            check.when(asks && values.password.length < PASSWORD_MINIMUM, 'password', 'password_minimum'),
            check.when(asks && values.password !== values.repeat, 'repeat', 'passwords_dont_match'),
            check.when(!values.agreed, 'agreed', 'agreed_mandatory'),
          ],
          render: () => (
            <Stack sx={{ gap: 4 }}>
              {/* For password managers: whose password this is. */}
              <input type="email" name="username" autoComplete="username" value={person.email} readOnly hidden />
              {asks ? (
                <>
                  <TextInput
                    name="password"
                    type="password"
                    label={t('core.login.password')}
                    help={t('core.reset.password_text')}
                    autoComplete="new-password"
                    required
                  />
                  <TextInput name="repeat" type="password" label={t('core.reset.repeat')} autoComplete="new-password" required />
                </>
              ) : (
                <Typography>{t('core.invite.open.known', { company: company.name })}</Typography>
              )}
              <CheckInput name="agreed" required label={t('registration.register.agreed')} />
              <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 5, rowGap: 2, alignItems: 'baseline' }}>
                {terms && (
                  <Link href={`${terms}?company=${encodeURIComponent(company.login_id)}`} target="_blank" rel="noreferrer" variant="body2">
                    {t('registration.register.read_terms')}
                  </Link>
                )}
                <PrivacyLink />
              </Stack>
            </Stack>
          ),
        },
      ]}
    />
  )
}
