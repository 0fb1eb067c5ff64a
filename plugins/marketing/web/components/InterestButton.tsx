import { Button, Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { signedIn } from '#core/contract/access'
import type { CatalogueOffer } from '#plugins/catalogue/contract/index'
import { useT } from '#web/i18n'
import { useAllowed } from '#web/session'
import { Icon, useAskedClose, useToast } from '#web/ui'
import { InterestForm } from './InterestForm.js'

/** In the popup of a course of the public catalogue: a visitor leaves their details. */
export default function InterestButton({ offer }: { offer: CatalogueOffer }) {
  const t = useT()
  const id = useId()
  const toast = useToast()
  const isKnown = useAllowed(signedIn)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const askedClose = useAskedClose(close, open)
  if (isKnown) return null
  return (
    <>
      <Button variant="outlined" fullWidth startIcon={<Icon name="feedback" />} onClick={() => setOpen(true)}>
        {t('marketing.interest.open')}
      </Button>
      <Dialog open={open} onClose={askedClose} maxWidth="sm" fullWidth aria-labelledby={id}>
        <DialogTitle id={id}>{t('marketing.interest.title')}</DialogTitle>
        <DialogContent sx={{ pb: 6 }}>
          <Typography sx={{ color: 'text.secondary', mb: 5 }}>{offer.name}</Typography>
          <InterestForm
            about={{ course: offer.id }}
            onCancel={close}
            onDone={() => {
              toast.success(t('marketing.interest.done'))
              close()
            }}
          />
        </DialogContent>
      </Dialog>
    </>
  )
}
