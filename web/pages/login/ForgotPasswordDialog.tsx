import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId } from 'react'
import { useT } from '#web/i18n'

/** Says how to get in again. Default-exported because it is loaded lazily. */
export default function ForgotPasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const id = useId()
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('core.login.forgot_title')}</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary' }}>{t('core.login.reset_soon')}</Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          {t('core.actions.understood')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
