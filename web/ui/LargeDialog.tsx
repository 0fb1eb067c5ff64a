import { Dialog, DialogContent, DialogTitle, IconButton, Stack, useMediaQuery } from '@mui/material'
import { type ReactNode, useId } from 'react'
import { useT } from '#web/i18n'
import { Icon } from './icons/index.js'

export interface LargeDialogProps {
  title: string
  onClose: () => void
  /** A click beside the dialog does not close it, for content that a person fills in. */
  keepOpen?: boolean
  children: ReactNode
}

/** A dialog for content that could be a page: with a close button, and as large as the screen on a phone. */
export function LargeDialog({ title, onClose, keepOpen, children }: LargeDialogProps) {
  const t = useT()
  const id = useId()
  const small = useMediaQuery('(max-width: 600px)')
  return (
    <Dialog
      open
      onClose={(_event, reason) => {
        if (!keepOpen || reason !== 'backdropClick') onClose()
      }}
      maxWidth="md"
      fullWidth
      fullScreen={small}
      aria-labelledby={id}
      scroll="paper"
    >
      <Stack direction="row" sx={{ alignItems: 'flex-start', pr: 3 }}>
        <DialogTitle id={id} sx={{ flex: 1, overflowWrap: 'anywhere' }}>
          {title}
        </DialogTitle>
        <IconButton aria-label={t('core.actions.close')} onClick={onClose} sx={{ mt: 3 }}>
          <Icon name="close" />
        </IconButton>
      </Stack>
      <DialogContent sx={{ pb: 6 }}>{children}</DialogContent>
    </Dialog>
  )
}
