import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material'
import { api, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { useTaskStarted } from '#web/ui'
import type { CompanyDetail } from '../../server/transformers/company_transformer.js'

interface ArchiveDialogProps {
  company: CompanyDetail
  onClose: () => void
}

/** Shown before a company is exported: what the archive contains, what not, and what it may be used for. */
export function ArchiveDialog({ company, onClose }: ArchiveDialogProps) {
  const t = useT()
  const started = useTaskStarted()
  const take = useApiMutation(() => api.companies.archive({ params: { id: company.id } }), {
    onSuccess: ({ data }) => {
      started(data)
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="company-archive">
      <DialogTitle id="company-archive">{t('companies.archive.title', { name: company.name })}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 3 }}>{t('companies.archive.text')}</Typography>
        <Box component="ul" sx={{ m: 0, pl: 5, '& li': { mb: 2 } }}>
          <li>{t('companies.archive.holds')}</li>
          <li>{t('companies.archive.holds_not')}</li>
          <li>{t('companies.archive.goes_on', { name: company.name })}</li>
        </Box>
        <Typography sx={{ color: 'text.secondary', mt: 3 }}>{t('companies.archive.care')}</Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onClose} autoFocus>
          {t('core.actions.cancel')}
        </Button>
        <Button variant="contained" loading={take.isPending} onClick={() => take.mutate(undefined)}>
          {t('companies.archive.start')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
