import { Box, Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import { useId } from 'react'
import { useFormat, useT } from '#web/i18n'
import { signInAgain, signOut, userAtom } from '#web/session'
import { check, FormActions, PlainForm, softBreaks, TextInput, useToast } from '#web/ui'

export type SignInReason = 'expiring' | 'expired' | 'elsewhere'

interface SignInAgainDialogProps {
  reason: SignInReason
  onClose: () => void
}

/** Asks for the password only, on the page as it stands: what was typed there stays. */
export default function SignInAgainDialog({ reason, onClose }: SignInAgainDialogProps) {
  const t = useT()
  const format = useFormat()
  const toast = useToast()
  const id = useId()
  const email = useAtomValue(userAtom)?.email ?? ''
  // While the session still lasts one may go on without; afterwards the only other way leads out.
  const isOver = reason !== 'expiring'
  const text = { expiring: 'core.session.again_text', expired: 'core.session.again_expired', elsewhere: 'core.session.again_elsewhere' }[
    reason
  ]
  return (
    <Dialog open onClose={isOver ? undefined : onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('core.session.again_title')}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Typography sx={{ color: 'text.secondary', mb: 3 }}>{t(text)}</Typography>
        <Typography sx={{ fontWeight: 600, mb: 4, overflowWrap: 'anywhere' }}>{softBreaks(email)}</Typography>
        <PlainForm
          initialValues={{ password: '' }}
          validate={(values) => [check.required(values, 'password')]}
          onSubmit={({ password }) => signInAgain(password)}
          onSuccess={({ expires_at }) => toast.success(t('core.session.again_done', { time: format.time(expires_at) }))}
        >
          {/* Not asked, but password managers want name and password in one form. */}
          <Box component="input" type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          <TextInput name="password" type="password" label={t('core.login.password')} autoComplete="current-password" required autoFocus />
          <FormActions
            submitLabel={t('core.session.again')}
            {...(isOver ? { cancelLabel: t('core.session.leave') } : {})}
            onCancel={() => (isOver ? void signOut({ expired: true }) : onClose())}
          />
        </PlainForm>
      </DialogContent>
    </Dialog>
  )
}
