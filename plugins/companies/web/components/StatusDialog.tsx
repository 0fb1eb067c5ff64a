import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material'
import { api, useApiMutation, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { ErrorState, LoadingState, useToast } from '#web/ui'
import type { CompanyDetail } from '../../server/transformers/company_transformer.js'

interface StatusDialogProps {
  company: CompanyDetail
  onClose: () => void
}

/** Shown before a company is closed: what stops, in numbers, and what stays. */
export function StatusDialog({ company, onClose }: StatusDialogProps) {
  const t = useT()
  const toast = useToast()
  const { id, name, updated_at } = company
  const isOpen = company.status === 'active'
  const facts = useApiQuery(['companies', 'status', id], () => api.companies.status.show({ params: { id } }), { staleTime: 0 })
  const change = useApiMutation(
    () => api.companies.status.update({ params: { id }, body: { status: isOpen ? 'inactive' : 'active', updated_at } }),
    {
      refresh: [['companies']],
      onSuccess: () => {
        toast.success(t(isOpen ? 'companies.close.done' : 'companies.open.done', { name }))
        onClose()
      },
    },
  )
  const words = isOpen ? 'companies.close' : 'companies.open'
  const counted = facts.data?.data
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="company-status" role="alertdialog">
      <DialogTitle id="company-status">{t(`${words}.title`, { name })}</DialogTitle>
      <DialogContent>
        {facts.error ? (
          <ErrorState error={facts.error} part="companies" onRetry={() => void facts.refetch()} />
        ) : !counted ? (
          <LoadingState shape="rows" count={3} />
        ) : (
          <Box component="ul" sx={{ m: 0, pl: 5, '& li': { mb: 2 } }}>
            <li>{t(`${words}.people`, { count: counted.people })}</li>
            {isOpen && <li>{t('companies.close.signed_in', { count: counted.signed_in })}</li>}
            {isOpen && <li>{t('companies.close.mails', { count: counted.mails })}</li>}
            <li>{t(`${words}.jobs`)}</li>
          </Box>
        )}
        <Typography sx={{ color: 'text.secondary', mt: 3 }}>{t(`${words}.stays`)}</Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onClose} autoFocus>
          {t('core.actions.cancel')}
        </Button>
        <Button
          variant="contained"
          color={isOpen ? 'error' : 'primary'}
          disabled={!counted}
          loading={change.isPending}
          onClick={() => change.mutate(undefined)}
        >
          {t(`${words}.action`)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
