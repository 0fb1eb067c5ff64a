import { Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId } from 'react'
import { useT } from '#web/i18n'

/** In a frame the password cannot be asked for: only the page around it can sign the person in again. */
export default function FrameEndedDialog() {
  const t = useT()
  const id = useId()
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('core.session.frame_ended_title')}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Typography sx={{ color: 'text.secondary' }}>{t('core.session.frame_ended_text')}</Typography>
      </DialogContent>
    </Dialog>
  )
}
