import { Alert, Button, Link, Paper, Stack, Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useApiQuery, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { goTo, languageAtom, loginPath, pageCompany } from '#web/session'
import { VisitorFrame } from '#web/shell'
import { check, ErrorState, Form, FormActions, LoadingState, TextInput } from '#web/ui'
import { requestedRole } from '../../roles.js'
import { readState, start, verify, type RegistrationState, type Target } from '../calls.js'
import { ResendCode, CodeField } from '../components/CodeField.js'

// Most people start with an address only.
const DetailsWizard = lazy(() => import('../components/DetailsWizard.js'))

const KEY = ['registration', 'state']
/** Refusals that no form can solve: the page shows them instead. */
const CLOSED = new Set(['registration_closed', 'administrator_exists', 'not_found', 'registration_expired'])

/** `/register/{token?}` and `/sign-up/{role}` (specification, sections 2 and 4): e-mail, code, details, extra information, password. */
export default function RegisterPage() {
  const { token = null, role } = useParams()
  const [params] = useSearchParams()
  const [typed, setTyped] = useState<string | null>(null)
  const wanted = requestedRole(role)
  const company = token ? null : (params.get('company') ?? typed ?? pageCompany())
  const begun = params.get('begun') === '1'
  const target: Target = { token, company, role: wanted ?? 'leerling', ...(begun && { begun }) }
  const asks = begun || Boolean(token ?? company)
  const { data, error, isPending, refetch } = useApiQuery([...KEY, token, company, wanted, begun], () => readState(target), {
    enabled: asks && wanted !== undefined,
  })
  if (!wanted) return <Closed code="not_found" />
  if (!asks || (error?.fields.some(({ field }) => field === 'company') && !token))
    return <CompanyStep unknown={asks ? company : null} onCompany={setTyped} />
  if (error)
    return CLOSED.has(error.code) ? <Closed code={error.code} /> : <ErrorState asPage error={error} onRetry={() => void refetch()} />
  if (isPending) return <LoadingState shape="page" count={2} />
  return <Steps key={data.registration?.step ?? 'email'} target={target} state={data} />
}

const reread = () => queryClient.invalidateQueries({ queryKey: KEY })

const Card = ({ children }: { children: ReactNode }) => (
  <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
    {children}
  </Paper>
)

function Closed({ code }: { code: string }) {
  const t = useT()
  return (
    <VisitorFrame title={t(`registration.closed.${code}.title`)} text={t(`registration.closed.${code}.text`)}>
      <Stack sx={{ alignItems: 'center' }}>
        <Button variant="contained" size="large" onClick={() => goTo(loginPath())}>
          {t('core.error_page.to_login')}
        </Button>
      </Stack>
    </VisitorFrame>
  )
}

/** Asks for the company if the address has none. */
function CompanyStep({ unknown, onCompany }: { unknown: string | null; onCompany: (company: string) => void }) {
  const t = useT()
  return (
    <VisitorFrame title={t('registration.register.title')} text={t('registration.register.company_text')}>
      <Card>
        {unknown && (
          <Alert severity="warning" sx={{ mb: 4 }}>
            {t('registration.rules.unknown_company')}
          </Alert>
        )}
        <Form<{ company: string }, void>
          part="registration"
          guard={false}
          initialValues={{ company: unknown ?? '' }}
          validate={(values) => [check.when(!values.company.trim(), 'company', 'company_mandatory')]}
          onSubmit={async ({ company }) => onCompany(company.trim())}
        >
          <TextInput
            name="company"
            label={t('registration.register.company')}
            autoComplete="organization"
            maxLength={200}
            required
            autoFocus
          />
          <FormActions fullWidth submitLabel={t('core.actions.next')} />
        </Form>
      </Card>
    </VisitorFrame>
  )
}

function Steps({ target, state: { company, fields, registration } }: { target: Target; state: RegistrationState }) {
  const t = useT()
  const language = useAtomValue(languageAtom)
  const [otherEmail, setOtherEmail] = useState(false)
  const toLogin = `/login/${encodeURIComponent(company.login_id)}`
  const title = t(target.role === 'beheerder' ? 'registration.register.administrator' : 'registration.register.heading', {
    company: company.name,
  })
  if (!registration || otherEmail)
    return (
      <VisitorFrame title={title} text={t('registration.register.email_text')}>
        <Card>
          <Form<{ email: string }, unknown>
            key="email"
            part="registration"
            guard={false}
            draftKey="registration.email"
            initialValues={{ email: '' }}
            validate={(values) => [check.required(values, 'email'), check.email(values, 'email')]}
            onSubmit={({ email }) => start(target, email.trim(), language)}
            onSuccess={() => {
              setOtherEmail(false)
              void reread()
            }}
          >
            <TextInput name="email" type="email" label={t('core.login.email')} autoComplete="username" required autoFocus />
            <FormActions fullWidth submitLabel={t('core.reset.send')} />
          </Form>
        </Card>
        <Typography sx={{ mt: 4, textAlign: 'center' }}>
          {t('registration.register.have_account')} <Link href={toLogin}>{t('core.login.sign_in')}</Link>
        </Typography>
      </VisitorFrame>
    )
  const { email, step } = registration
  const other = (
    // Another address restarts the page.
    <Button fullWidth sx={{ mt: 3 }} onClick={() => (target.begun ? history.back() : setOtherEmail(true))}>
      {t('core.login.other_email')}
    </Button>
  )
  if (step === 'code')
    return (
      <VisitorFrame title={title} text={t('core.reset.code_text', { email })}>
        <Card>
          <Form<{ code: string }, unknown>
            key="code"
            part="registration"
            guard={false}
            initialValues={{ code: '' }}
            validate={(values) => [check.when(!/^\s*(\d\s*){6}$/.test(values.code), 'code', 'incorrect_code')]}
            onSubmit={({ code }) => verify(code)}
            onSuccess={() => void reread()}
          >
            <CodeField autoFocus />
            <FormActions fullWidth submitLabel={t('core.reset.check')} />
            <ResendCode onSend={() => start(target, email, language)} />
          </Form>
        </Card>
        {other}
      </VisitorFrame>
    )
  if (registration.is_member)
    return (
      <VisitorFrame title={t('registration.member.title')} text={t('registration.member.text', { company: company.name, email })}>
        <Stack sx={{ alignItems: 'center' }}>
          <Button variant="contained" size="large" onClick={() => goTo(toLogin)}>
            {t('core.error_page.to_login')}
          </Button>
        </Stack>
        {other}
      </VisitorFrame>
    )
  return (
    <VisitorFrame title={title} text={email}>
      <Suspense fallback={<LoadingState count={4} />}>
        <DetailsWizard company={company} fields={fields} person={registration} language={language} />
      </Suspense>
      {other}
    </VisitorFrame>
  )
}
