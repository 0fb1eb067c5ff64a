import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { ApiError, request, toApiError, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { needsSecondStep, completeSignIn, type SecondStepAsked, type SignedIn } from '#web/session'
import { check, FormActions, PlainForm, TextInput } from '#web/ui'
import { bootstrap } from '../../boot/bootstrap.js'

const SecondStep = lazy(() => import('../second/SecondStep.js'))

const STEPS = ['email', 'code', 'password'] as const
type Step = (typeof STEPS)[number]
/** The server's interval: no other mail is sent before. */
const PAUSE_SECONDS = 45
const PASSWORD_MINIMUM = 8

const call = <A,>(path: string, body: object) =>
  request<A>(path, { method: 'POST', body: { ...body, company: bootstrap.branding.loginId } })

/** Codes that concern one field are shown at it. */
async function atField<A>(code: string, field: string, sending: Promise<A>): Promise<A> {
  try {
    return await sending
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== code) throw error
    throw new ApiError(error.status, code, [{ field, rule: code }], error.retryAfter)
  }
}

interface ResetPasswordDialogProps {
  /** The address that was typed on the sign-in page. */
  email: string
  /** An account that came from another system: the code is requested at once, with other texts (specification, section 4). */
  security: boolean
  onClose: () => void
}

/**
 * Sets a new password in three steps: the address, the mailed code, the password. Default export because it is lazy. Uses the browser's own
 * dialog, because MUI's needs code of the signed-in pages.
 */
export default function ResetPasswordDialog({ email: typed, security, onClose }: ResetPasswordDialogProps) {
  const t = useT()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const { ofError } = useErrorText()
  const [step, setStep] = useState<Step>(security ? 'code' : 'email')
  const [email, setEmail] = useState(typed.trim())
  const [code, setCode] = useState('')
  const [asked, setAsked] = useState<SecondStepAsked | null>(null)
  const [pause, setPause] = useState(security ? PAUSE_SECONDS : 0)
  const [notice, setNotice] = useState<{ severity: 'success' | 'error'; text: string } | null>(null)
  useEffect(() => {
    dialog.current?.showModal()
    // The browser focuses the first focusable element: the close button.
    dialog.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus()
  }, [])
  useEffect(() => {
    if (!pause) return
    const timer = setTimeout(() => setPause(pause - 1), 1000)
    return () => clearTimeout(timer)
  }, [pause])

  const send = async (address: string) => {
    const { message } = await atField(
      'unknown_account',
      'email',
      call<{ message: 'code_sent' | 'code_sent_before' }>('/public/auth/verify/email', { email: address }),
    )
    setNotice({ severity: 'success', text: t(message === 'code_sent' ? 'core.reset.sent' : 'core.reset.sent_before') })
    setEmail(address)
    setPause(PAUSE_SECONDS)
    setStep('code')
  }
  const number = STEPS.indexOf(step) + 1

  return (
    <Box
      component="dialog"
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      sx={{
        border: 0,
        borderRadius: 2,
        p: { xs: 5, sm: 6 },
        m: 'auto',
        width: 'min(444px, calc(100vw - 32px))',
        maxHeight: 'calc(100dvh - 32px)',
        bgcolor: 'background.paper',
        color: 'text.primary',
        boxShadow: 24,
        '&::backdrop': { bgcolor: 'rgba(0, 0, 0, 0.5)' },
      }}
    >
      <Stack sx={{ gap: 4 }}>
        <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-start', justifyContent: 'space-between' }}>
          <Typography id={id} variant="h2">
            {t(security ? 'core.reset.title_security' : 'core.reset.title')}
          </Typography>
          <Button size="small" color="inherit" onClick={onClose} sx={{ mr: -2, flexShrink: 0, color: 'text.secondary' }}>
            {t('core.actions.close')}
          </Button>
        </Stack>
        <Typography variant="body2" sx={{ color: 'text.secondary' }} role="status">
          {t('core.reset.steps', { step: number, total: STEPS.length })}
        </Typography>
        {notice && (
          <Alert severity={notice.severity} role="status">
            {notice.text}
          </Alert>
        )}
        {step === 'email' && (
          <PlainForm<{ email: string }, void>
            key="email"
            initialValues={{ email }}
            validate={(values) => [check.required(values, 'email'), check.email(values, 'email')]}
            onSubmit={(values) => send(values.email.trim())}
          >
            <Typography>{t('core.reset.email_text')}</Typography>
            <TextInput name="email" type="email" label={t('core.login.email')} autoComplete="username" required autoFocus />
            <FormActions fullWidth submitLabel={t('core.reset.send')} />
          </PlainForm>
        )}
        {step === 'code' && (
          <PlainForm<{ code: string }, void>
            key="code"
            initialValues={{ code: '' }}
            neverDraft={['code']}
            validate={(values) => [check.when(!/^\d{6}$/.test(values.code.replaceAll(' ', '')), 'code', 'incorrect_code')]}
            onSubmit={async (values) => {
              const given = values.code.replaceAll(' ', '')
              await call('/public/auth/email/verify/code', { email, code: given })
              setCode(given)
              setNotice(null)
              setStep('password')
            }}
          >
            <Typography sx={{ overflowWrap: 'anywhere' }}>
              {t(security ? 'core.reset.code_text_security' : 'core.reset.code_text', { email })}
            </Typography>
            <Box sx={{ '& input': { fontSize: '1.375rem', letterSpacing: '0.3em', fontVariantNumeric: 'tabular-nums' } }}>
              <TextInput
                name="code"
                label={t('core.reset.code')}
                autoComplete="one-time-code"
                inputMode="numeric"
                maxLength={7}
                required
                autoFocus
              />
            </Box>
            <FormActions fullWidth submitLabel={t('core.reset.check')} />
            <Button
              disabled={pause > 0}
              onClick={() => void send(email).catch((error: unknown) => setNotice({ severity: 'error', text: ofError(toApiError(error)) }))}
            >
              {pause > 0 ? t('core.reset.again_in', { seconds: pause }) : t('core.reset.again')}
            </Button>
          </PlainForm>
        )}
        {asked && (
          <Suspense fallback={null}>
            <SecondStep asked={asked} onSignedIn={({ role, expires_at }) => completeSignIn(role, expires_at)} onCancel={onClose} />
          </Suspense>
        )}
        {step === 'password' && !asked && (
          <PlainForm<{ password: string; repeat: string }, SignedIn | SecondStepAsked>
            key="password"
            initialValues={{ password: '', repeat: '' }}
            validate={(values) => [
              check.when(values.password.length < PASSWORD_MINIMUM, 'password', 'password_minimum'),
              check.when(values.password !== values.repeat, 'repeat', 'passwords_dont_match'),
            ]}
            onSubmit={({ password }) => call<SignedIn | SecondStepAsked>('/public/auth/reset/password', { email, code, password })}
            onSuccess={(answer) => (needsSecondStep(answer) ? setAsked(answer) : completeSignIn(answer.role, answer.expires_at))}
          >
            <Typography>{t('core.reset.password_text')}</Typography>
            {/* For password managers: whose password this is. */}
            <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
            <TextInput name="password" type="password" label={t('core.reset.password')} autoComplete="new-password" required autoFocus />
            <TextInput name="repeat" type="password" label={t('core.reset.repeat')} autoComplete="new-password" required />
            <FormActions fullWidth submitLabel={t('core.reset.save')} />
          </PlainForm>
        )}
      </Stack>
    </Box>
  )
}
