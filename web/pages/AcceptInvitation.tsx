import { Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import { request } from '#web/api'
import { useT } from '#web/i18n'
import { completeSignIn, languageAtom, type SignedIn } from '#web/session'
import type { PersonName } from '#core/contract/full_name'
import type { RegistrationField } from '#core/contract/registration'
import {
  check,
  checkExtra,
  CheckInput,
  checkName,
  emptyExtra,
  ExtraFields,
  extraToSend,
  FormActions,
  NameInputs,
  nameValues,
  PlainForm,
  TextInput,
  type ExtraValues,
  type NameValues,
} from '#web/ui'
import { bootstrap } from '../boot/bootstrap.js'

export interface Invited extends PersonName {
  email: string
  asks_password: boolean
  /** The company's extra fields. */
  fields: RegistrationField[]
}

interface Details extends NameValues {
  password: string
  repeat: string
  agreed: boolean
  extra: ExtraValues
}

const PASSWORD_MINIMUM = 8

/** The form of an invited person: their name as on a certificate, a password, their agreement. Submitting signs them in. */
export function AcceptInvitation({ token, person }: { token: string; person: Invited }) {
  const t = useT()
  const language = useAtomValue(languageAtom)
  const { companyName } = bootstrap.branding
  const asks = person.asks_password
  return (
    <PlainForm<Details, SignedIn>
      initialValues={{
        ...nameValues(person),
        password: '',
        repeat: '',
        agreed: false,
        extra: emptyExtra(person.fields),
      }}
      draftKey={`invite.${token.slice(0, 8)}`}
      validate={(values) => [
        checkName(values),
        ...checkExtra(person.fields, values.extra),
        check.when(asks && values.password.length < PASSWORD_MINIMUM, 'password', 'password_minimum'),
        check.when(asks && values.password !== values.repeat, 'repeat', 'passwords_dont_match'),
        check.when(!values.agreed, 'agreed', 'agreed_mandatory'),
      ]}
      onSubmit={({ firstname, infix, lastname, password, agreed, extra }) =>
        request<SignedIn>('/invite/update', {
          method: 'POST',
          body: {
            code: token,
            firstname,
            infix,
            lastname,
            language,
            agreed,
            metadata: JSON.stringify({ company: companyName, extra: extraToSend(extra) }),
            ...(asks && { password }),
          },
        })
      }
      onSuccess={({ role, expires_at }) => completeSignIn(role, expires_at)}
    >
      <input type="email" name="username" autoComplete="username" value={person.email} readOnly hidden />
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        <Typography component="span" sx={{ color: 'text.secondary', display: 'block' }} variant="body2">
          {t('core.invite.email')}
        </Typography>
        {person.email}
      </Typography>
      <NameInputs own />
      <ExtraFields fields={person.fields} />
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
        <Typography>{t('core.invite.open.known', { company: companyName })}</Typography>
      )}
      <CheckInput name="agreed" required label={t('core.invite.agreed')} />
      <FormActions fullWidth submitLabel={t(asks ? 'core.invite.accept' : 'core.invite.accept_known')} />
    </PlainForm>
  )
}
