import { Button, Stack, Typography } from '@mui/material'
import { request, useApiMutation } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { ToneChip, useConfirm, useToast } from '#web/ui'
import { type ShownPlatform, pathOf } from '../calls.js'

interface PlatformRowProps {
  company: string
  platform: ShownPlatform
  onEdit: () => void
  onCheck: () => void
}

/** One connected system: whether it is on, who came by it, and what can be done with it. */
export function PlatformRow({ company, platform, onEdit, onCheck }: PlatformRowProps) {
  const t = useT()
  const format = useFormat()
  const toast = useToast()
  const confirm = useConfirm()
  const { id, name, issuer, is_active: isOn, people, deployments, last_launch_at: last } = platform
  const remove = useApiMutation(() => request(`${pathOf(company)}/${id}`, { method: 'DELETE', body: {} }), {
    refresh: [['lti']],
    onSuccess: () => toast.success(t('lti.platforms.removed')),
  })
  const ask = async () => {
    const sure = await confirm({
      title: t('lti.platforms.remove_title', { name }),
      text: t('lti.platforms.remove_text'),
      confirmLabel: t('lti.platforms.remove'),
      destructive: true,
    })
    if (sure) remove.mutate(undefined)
  }
  const seen = last ? `${t('lti.platforms.last')} ${format.dateTime(last)}` : t('lti.platforms.never')
  return (
    <Stack
      component="li"
      direction={{ xs: 'column', sm: 'row' }}
      sx={{ gap: 3, px: { xs: 4, sm: 5 }, py: 4, borderTop: 1, borderColor: 'divider', alignItems: { sm: 'center' } }}
    >
      <Stack sx={{ flex: 1, minWidth: 0, gap: 1 }}>
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography component="h3" sx={{ fontWeight: 600, fontSize: '1rem' }}>
            {name}
          </Typography>
          <ToneChip
            tone={isOn ? 'success' : 'neutral'}
            icon={isOn ? 'success' : 'blocked'}
            label={t(isOn ? 'lti.platforms.on' : 'lti.platforms.off')}
          />
        </Stack>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {issuer}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('lti.platforms.people', { count: people })} · {seen}
        </Typography>
        {deployments.length === 0 && (
          <Typography variant="body2" sx={{ color: 'warning.dark' }}>
            {t('lti.platforms.no_deployment')}
          </Typography>
        )}
      </Stack>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
        <Button variant="outlined" size="small" onClick={onCheck} aria-label={`${t('lti.platforms.check')}: ${name}`}>
          {t('lti.platforms.check')}
        </Button>
        <Button variant="outlined" size="small" onClick={onEdit} aria-label={`${t('lti.platforms.edit')}: ${name}`}>
          {t('lti.platforms.edit')}
        </Button>
        {people === 0 && (
          <Button
            size="small"
            color="inherit"
            onClick={() => void ask()}
            loading={remove.isPending}
            aria-label={`${t('lti.platforms.remove')}: ${name}`}
          >
            {t('lti.platforms.remove')}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}
