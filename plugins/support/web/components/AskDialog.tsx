import { Dialog, DialogContent, DialogContentText, DialogTitle } from '@mui/material'
import { useId } from 'react'
import { useT } from '#web/i18n'
import { useUser } from '#web/session'
import { QuestionForm } from './QuestionForm.js'

/** The question form, above the page. */
export default function AskDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const id = useId()
  const user = useUser()
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('support.ask.title')}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <DialogContentText sx={{ mb: 4 }}>{t('support.ask.text')}</DialogContentText>
        <QuestionForm email={user.email} page={location.href} onLeave={onClose} />
      </DialogContent>
    </Dialog>
  )
}
