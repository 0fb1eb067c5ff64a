import { Alert, Box, Button, Link, Stack } from '@mui/material'
import { useAtom } from 'jotai'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ApiError, request } from '#web/api'
import { useT } from '#web/i18n'
import { needsSecondStep, completeSignIn, passwordResetAtom, requestSignIn, type Credentials, type SecondStepAsked } from '#web/session'
import { check, FormActions, PlainForm, TextInput, useFormState } from '#web/ui'
import { bootstrap } from '../../boot/bootstrap.js'

const SecondStep = lazy(() => import('../second/SecondStep.js'))
const ResetPasswordDialog = lazy(() => import('./ResetPasswordDialog.js'))

type Invitation = 'sent' | 'sent_before' | 'none' | 'closed'
/** The message for an inactive account: what really happened to the mail. */
const INVITATION_TEXT: Record<Invitation, string> = {
  sent: 'core.login.open_invite',
  sent_before: 'core.login.invite_sent_before',
  none: 'core.login.inactive',
  closed: 'core.error_page.closed.text',
}
/** A link below the form leads to an account; otherwise somebody has to invite them. */
const mayRegister = bootstrap.doors.some(({ path }) => path.startsWith('/register'))
type Step = 'email' | 'password' | 'open_invite'

interface EmailCheck {
  is_memberstack: boolean
  email_exists: boolean
  active_account: boolean
  invitation?: Exclude<Invitation, 'closed'>
  company_inactive?: true
}
async function checkEmail(email: string): Promise<EmailCheck> {
  const answer = await request<EmailCheck>('/public/register/email', {
    method: 'POST',
    body: { email, company: bootstrap.branding.loginId },
  })
  if (!answer.email_exists)
    throw new ApiError(404, 'no_account_yet', [{ field: 'email', rule: mayRegister ? 'no_account_register' : 'no_account_yet' }])
  return answer
}

/**
 * Invisible, but filled by password managers, which want name and password in one form. It has the focus while the address is looked up: a
 * person who types on blindly on a slow line types a password here, not visibly behind the address.
 */
function PasswordForManagers() {
  const t = useT()
  const { values, setValue, submitting } = useFormState()
  const ref = useRef<HTMLInputElement>(null)
  const before = useRef<unknown>(null)
  useEffect(() => {
    if (!submitting) {
      // Still on this step: no password is asked for, and the typed text may have been a correction of the address.
      if (before.current !== null) setValue('password', before.current)
      before.current = null
      return undefined
    }
    before.current = values.password
    const from = document.activeElement
    const field = ref.current
    field?.focus({ preventScroll: true })
    return () => {
      const at = document.activeElement
      if ((at === document.body || at === field) && from instanceof HTMLElement) from.focus()
    }
    // Only its start and end matter.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [submitting])
  return (
    <Box
      component="input"
      ref={ref}
      type="password"
      name="password"
      autoComplete="current-password"
      tabIndex={-1}
      {...(submitting ? { 'aria-label': t('core.login.password') } : { 'aria-hidden': true })}
      value={values.password as string}
      onChange={(event) => setValue('password', event.currentTarget.value)}
      sx={{ position: 'absolute', width: '1px', height: '1px', opacity: 0, pointerEvents: 'none', border: 0, p: 0 }}
    />
  )
}

/** Another way to sign in (a company's own provider) that still needs a second step: `#code=<token>`. Removed from the address at once. */
function askedByAddress(): SecondStepAsked | null {
  const [, step, token] = /^#(code|enrol)=([\w-]{43})$/.exec(location.hash) ?? []
  if (!step || !token) return null
  history.replaceState(history.state, '', location.pathname + location.search)
  return { status: 'second_factor', step: step as SecondStepAsked['step'], token }
}

/** Sign-in in steps (section 2): the e-mail address, then the password or a note about an open invitation. */
export function LoginForm() {
  const t = useT()
  const [step, setStep] = useState<Step>('email')
  const [asked, setAsked] = useState(askedByAddress)
  const [invitation, setInvitation] = useState<Invitation>('none')
  const [reset, setReset] = useAtom(passwordResetAtom)

  const submit = async (values: Credentials) => {
    const credentials = { ...values, email: values.email.trim() }
    if (step === 'password') {
      const answer = await requestSignIn(credentials)
      if (needsSecondStep(answer)) return setAsked(answer)
      const { role, expires_at } = answer
      return completeSignIn(role, expires_at)
    }
    const {
      active_account,
      is_memberstack: hasNoPassword,
      invitation: sent,
      company_inactive: closed,
    } = await checkEmail(credentials.email)
    if (hasNoPassword) {
      const body = { email: credentials.email, company: bootstrap.branding.loginId }
      await request('/public/auth/verify/email', { method: 'POST', body })
      return setReset({ open: true, email: credentials.email, security: true })
    }
    setInvitation(closed ? 'closed' : (sent ?? 'none'))
    setStep(active_account ? 'password' : 'open_invite')
  }
  if (asked)
    return (
      <Suspense fallback={null}>
        <SecondStep asked={asked} onSignedIn={({ role, expires_at }) => completeSignIn(role, expires_at)} onCancel={() => setAsked(null)} />
      </Suspense>
    )
  return (
    <>
      <PlainForm<Credentials, void>
        initialValues={{ email: '', password: '' }}
        // Text typed on one company's sign-in page is not shown on another's.
        draftKey={`login.${bootstrap.branding.loginId ?? ''}`}
        neverDraft={['password']}
        // The note about an open invitation is no step: it asks nothing.
        step={step === 'password' ? 'password' : 'email'}
        validate={(values) => [
          check.required(values, 'email'),
          check.email(values, 'email'),
          step === 'password' && check.required(values, 'password'),
        ]}
        onSubmit={submit}
      >
        {({ values }) => (
          <>
            <TextInput
              name="email"
              type="email"
              label={t('core.login.email')}
              autoComplete="username"
              required
              autoFocus={step === 'email'}
              readOnly={step === 'password'}
              suffix={
                step === 'password' && (
                  <Button size="small" sx={{ mr: -2 }} onClick={() => setStep('email')}>
                    {t('core.login.change_email')}
                  </Button>
                )
              }
            />
            {step === 'email' && <PasswordForManagers />}
            {step === 'password' && (
              <Stack sx={{ gap: 2 }}>
                <TextInput
                  name="password"
                  type="password"
                  label={t('core.login.password')}
                  autoComplete="current-password"
                  required
                  autoFocus
                />
                <Link
                  component="button"
                  type="button"
                  variant="body2"
                  sx={{ alignSelf: 'flex-start', py: 1 }}
                  onClick={() => setReset({ open: true, email: values.email, security: false })}
                >
                  {t('core.login.forgot')}
                </Link>
              </Stack>
            )}
            {step === 'open_invite' ? (
              <>
                <Alert severity={invitation === 'none' || invitation === 'closed' ? 'warning' : 'info'} role="status">
                  {t(INVITATION_TEXT[invitation], { email: values.email.trim() })}
                </Alert>
                <Button variant="outlined" size="large" onClick={() => setStep('email')}>
                  {t('core.login.other_email')}
                </Button>
              </>
            ) : (
              <FormActions fullWidth submitLabel={t(step === 'password' ? 'core.login.sign_in' : 'core.actions.next')} />
            )}
          </>
        )}
      </PlainForm>
      {reset.open && (
        <Suspense fallback={null}>
          <ResetPasswordDialog email={reset.email} security={reset.security} onClose={() => setReset({ ...reset, open: false })} />
        </Suspense>
      )}
    </>
  )
}
