import { Button, Stack, Typography } from '@mui/material'
import { Link } from 'react-router'
import { queryClient, request, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { pagePath } from '#web/shell'
import { Icon, useConfirm, useCopy, useToast } from '#web/ui'
import type { ManagedEntranceView } from '../../server/transformers/direct_access.js'

/** The link of an entrance: to copy, print or replace. */
export function LinkActions({ entrance }: { entrance: ManagedEntranceView }) {
  const t = useT()
  const toast = useToast()
  const confirm = useConfirm()
  const { id, link, kind } = entrance
  const renew = useApiMutation(() => request(`/api/direct_access/entrances/${id}/renew`, { method: 'POST', body: {} }), {
    refresh: [['direct_access']],
    onSuccess: () => toast.success(t('direct_access.link.renewed')),
  })
  const ask = async () => {
    const sure = await confirm({
      title: t('direct_access.link.renew_title'),
      text: t(kind === 'project' ? 'direct_access.link.renew_text' : 'direct_access.link.renew_both_text'),
      confirmLabel: t('direct_access.link.renew'),
      destructive: true,
    })
    if (sure) renew.mutate(undefined)
  }
  const copy = useCopy()
  return (
    <Stack sx={{ gap: 3 }}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere', fontFamily: 'monospace' }}>
        {link}
      </Typography>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
        <Button variant="outlined" startIcon={<Icon name="copy" />} onClick={() => copy(link)}>
          {t('direct_access.link.copy')}
        </Button>
        <Button
          variant="outlined"
          startIcon={<Icon name="qr" />}
          component={Link}
          to={pagePath('direct_access.poster', { entrance: id }) ?? ''}
          target="_blank"
        >
          {t('direct_access.link.poster')}
        </Button>
        <Button color="inherit" onClick={() => void ask()}>
          {t('direct_access.link.renew')}
        </Button>
      </Stack>
    </Stack>
  )
}

/** After a save: refetches everything that shows entrances. */
export const refetchEntrances = () => void queryClient.invalidateQueries({ queryKey: ['direct_access'] })
