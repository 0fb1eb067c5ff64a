import { Box, Button, Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useId, useState } from 'react'
import { useFormat, useT } from '#web/i18n'
import { needsSecondStep, goOn, leaveToOthers, signInAgain, signOut, userAtom, type SecondStepAsked, type SignedIn } from '#web/session'
import { check, FormActions, PlainForm, softBreaks, TextInput, useToast } from '#web/ui'

const SecondStep = lazy(() => import('../pages/second/SecondStep.js'))

export type SignInReason = 'expiring' | 'expired' | 'ended' | 'elsewhere'

interface SignInAgainDialogProps {
  reason: SignInReason
  onClose: () => void
}

/** Asks only for the password, on the same page, so that typed work stays. */
export default function SignInAgainDialog({ reason, onClose }: SignInAgainDialogProps) {
  const t = useT()
  const format = useFormat()
  const toast = useToast()
  const id = useId()
  const user = useAtomValue(userAtom)
  const email = user?.email ?? ''
  // While the session lasts the person may continue without; afterwards the only alternative is to leave.
  const [asked, setAsked] = useState<SecondStepAsked | null>(null)
  const tell = ({ expires_at }: SignedIn) => toast.success(t('core.session.again_done', { time: format.time(expires_at) }))
  const signedIn = (answer: SignedIn) => {
    goOn(answer)
    tell(answer)
  }
  const isOver = reason !== 'expiring'
  const text = `core.session.again_${reason === 'expiring' ? 'text' : reason}`
  return (
    <Dialog open onClose={isOver ? undefined : onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('core.session.again_title')}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Typography sx={{ color: 'text.secondary', mb: 3 }}>{t(text)}</Typography>
        <Typography sx={{ fontWeight: 600, mb: 4, overflowWrap: 'anywhere' }}>{softBreaks(email)}</Typography>
        {user && user.email === null ? (
          // They sign in by their personnel number, on the sign-in page. Typed work is kept for them.
          <Button variant="contained" fullWidth onClick={() => void signOut({ expired: reason === 'expired' })}>
            {t('core.session.again_page')}
          </Button>
        ) : asked ? (
          <Suspense fallback={null}>
            <SecondStep asked={asked} onSignedIn={signedIn} onCancel={() => setAsked(null)} />
          </Suspense>
        ) : (
          <PlainForm
            initialValues={{ password: '' }}
            validate={(values) => [check.required(values, 'password')]}
            onSubmit={({ password }) => signInAgain(password)}
            onSuccess={(answer) => (needsSecondStep(answer) ? setAsked(answer) : tell(answer))}
          >
            {/* Not visible, but password managers expect name and password in one form. */}
            <Box component="input" type="email" name="email" autoComplete="username" value={email} readOnly hidden />
            <TextInput
              name="password"
              type="password"
              label={t('core.login.password')}
              autoComplete="current-password"
              required
              autoFocus
            />
            <FormActions
              submitLabel={t('core.session.again')}
              {...(isOver ? { cancelLabel: t('core.session.leave') } : {})}
              onCancel={() => {
                if (reason === 'expiring') onClose()
                // Somebody may be signed in by now, whom this page must not sign out.
                else if (reason === 'elsewhere') leaveToOthers()
                else void signOut({ [reason]: true })
              }}
            />
          </PlainForm>
        )}
      </DialogContent>
    </Dialog>
  )
}
