import { Alert, Link, Paper, Typography } from '@mui/material'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api, ApiError } from '#web/api'
import { useT } from '#web/i18n'
import { needsSecondStep, completeSignIn, goTo, loginPath, pageCompany, type SecondStepAsked, type SignedIn } from '#web/session'
import { VisitorFrame } from '#web/shell'
import { check, Form, FormActions, TextInput } from '#web/ui'

type Entered = SignedIn & { chooses_code: boolean }

/** `/personeelsnummer?company=noordwind&nummer=417`: people without an e-mail address sign in with their personnel number and a code. */
export default function NumberSignInPage() {
  const t = useT()
  const [params] = useSearchParams()
  const company = params.get('company') ?? pageCompany()
  const [entered, setEntered] = useState<(Entered & { code: string }) | null>(null)
  if (entered) return <ChooseCode entered={entered} />
  return (
    <VisitorFrame title={t('people.number.title')} text={t('people.number.text')}>
      <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
        {!company ? (
          <Alert severity="warning">{t('people.number.no_company')}</Alert>
        ) : (
          <Form<{ number: string; code: string }, Entered | SecondStepAsked>
            part="people"
            guard={false}
            initialValues={{ number: params.get('nummer') ?? '', code: '' }}
            validate={(values) => [check.required(values, 'number'), check.required(values, 'code')]}
            onSubmit={({ number, code }) => signIn({ company, number: number.trim(), code })}
            onSuccess={(answer, { code }) => {
              // The second step is on the sign-in page.
              if (needsSecondStep(answer)) return goTo(`${loginPath()}#${answer.step}=${answer.token}`)
              if (answer.chooses_code) return setEntered({ ...answer, code })
              return completeSignIn(answer.role, answer.expires_at)
            }}
          >
            <TextInput
              name="number"
              label={t('people.column.personnel_number')}
              autoComplete="username"
              maxLength={50}
              required
              autoFocus={!params.get('nummer')}
            />
            <TextInput
              name="code"
              type="password"
              label={t('people.number.code')}
              help={t('people.number.code_help')}
              autoComplete="current-password"
              required
              autoFocus={Boolean(params.get('nummer'))}
            />
            <FormActions fullWidth submitLabel={t('core.login.sign_in')} />
          </Form>
        )}
      </Paper>
      <Typography variant="body2" sx={{ mt: 4, textAlign: 'center', color: 'text.secondary' }}>
        {t('people.number.lost')}
      </Typography>
      <Typography sx={{ mt: 3, textAlign: 'center' }}>
        <Link href={loginPath()}>{t('people.number.with_email')}</Link>
      </Typography>
    </VisitorFrame>
  )
}

/** @throws ApiError with a wrong number or code at the field `code` */
async function signIn(body: { company: string; number: string; code: string }): Promise<Entered | SecondStepAsked> {
  try {
    return (await api.people.numbers.signIn({ body })) as Entered | SecondStepAsked
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'wrong_password_or_email') throw error
    throw new ApiError(error.status, error.code, [{ field: 'code', rule: 'wrong_number_or_code' }], error.retryAfter)
  }
}

/** The person has signed in with the code of the card and may choose one of their own. */
function ChooseCode({ entered }: { entered: Entered & { code: string } }) {
  const t = useT()
  const go = () => completeSignIn(entered.role, entered.expires_at)
  return (
    <VisitorFrame title={t('people.number.choose_title')} text={t('people.number.choose_text')}>
      <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
        <Form<{ password: string; repeat: string }, unknown>
          part="people"
          guard={false}
          initialValues={{ password: '', repeat: '' }}
          validate={(values) => [
            check.when(values.password.length < 8, 'password', 'password_minimum'),
            check.when(values.password !== values.repeat, 'repeat', 'codes_dont_match'),
          ]}
          onSubmit={({ password }) => api.core.account.password({ body: { current: entered.code, password } })}
          onSuccess={go}
        >
          <TextInput
            name="password"
            type="password"
            label={t('people.number.new_code')}
            help={t('core.rules.password_minimum')}
            autoComplete="new-password"
            required
            autoFocus
          />
          <TextInput name="repeat" type="password" label={t('people.number.repeat')} autoComplete="new-password" required />
          <FormActions fullWidth submitLabel={t('people.number.save')} cancelLabel={t('people.number.later')} onCancel={go} />
        </Form>
      </Paper>
    </VisitorFrame>
  )
}
