import { Link, Stack, Typography } from '@mui/material'
import type { RegistrationField } from '#core/contract/registration'
import { request } from '#web/api'
import { useT } from '#web/i18n'
import { completeSignIn, leaveWithoutAsking, type SignedIn } from '#web/session'
import { pagePath, PrivacyLink } from '#web/shell'
import {
  check,
  checkExtra,
  CheckInput,
  checkName,
  emptyExtra,
  ExtraFields,
  extraToSend,
  NameInputs,
  nameValues,
  TextInput,
  Wizard,
  type ExtraValues,
  type NameValues,
} from '#web/ui'
import type { RegistrationState } from '../calls.js'

const PASSWORD_MINIMUM = 8

interface Values extends NameValues {
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

/** Details, the company's questions, a password and the terms. Input survives a reload, except the password. */
export default function DetailsWizard({ company, fields, person, language }: DetailsWizardProps) {
  const t = useT()
  const asks = person.asks_password
  const terms = pagePath('terms.viewer')
  const finish = async ({ firstname, infix, lastname, extra, password, agreed }: Values) => {
    const metadata = JSON.stringify({ company: company.name, extra: extraToSend(extra) })
    const body = { firstname, infix, lastname, language, metadata, code: '', agreed, ...(asks && { password }) }
    const { role, expires_at: expires } = await request<SignedIn>('/register/update', { method: 'POST', body })
    leaveWithoutAsking()
    completeSignIn(role, expires)
  }
  return (
    <Wizard<Values>
      id={`registration.${company.login_id}.${person.email}`}
      part="registration"
      initialValues={{
        ...nameValues(person),
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
          validate: (values) => [checkName(values)],
          render: () => (
            <Stack sx={{ gap: 4 }}>
              <Typography sx={{ color: 'text.secondary' }}>{t('registration.register.details_text')}</Typography>
              <NameInputs own autoFocus />
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
              {/* For password managers: the account of this password. */}
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
