import { Button, Stack, Typography } from '@mui/material'
import { request, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { ToneChip, useConfirm, useToast } from '#web/ui'

interface SystemRowProps {
  name: string
  isOn: boolean
  issuer: string
  /** The number of people who came through it; it can be deleted while there are none. */
  people: number
  words: { on: string; off: string; seen: string; warning: string | null; removeText: string; removed: string }
  /** The address that deletes it. */
  path: string
  actions: readonly { label: string; onClick: () => void }[]
}

/** One system that sends people: whether it is on, how many people came, and its actions. */
export function SystemRow({ name, isOn, issuer, people, words, path, actions }: SystemRowProps) {
  const t = useT()
  const toast = useToast()
  const confirm = useConfirm()
  const remove = useApiMutation(() => request(path, { method: 'DELETE', body: {} }), {
    refresh: [['lti']],
    onSuccess: () => toast.success(words.removed),
  })
  const ask = async () => {
    const sure = await confirm({
      title: t('lti.platforms.remove_title', { name }),
      text: words.removeText,
      confirmLabel: t('lti.platforms.remove'),
      destructive: true,
    })
    if (sure) remove.mutate(undefined)
  }
  return (
    <Stack
      component="li"
      direction={{ xs: 'column', sm: 'row' }}
      sx={{ gap: 3, px: { xs: 4, sm: 5 }, py: 4, borderTop: 1, borderColor: 'divider', alignItems: { sm: 'center' } }}
    >
      <Stack sx={{ flex: 1, minWidth: 0, gap: 1 }}>
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography component="h3" sx={{ fontWeight: 600, fontSize: '1rem', overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <ToneChip tone={isOn ? 'success' : 'neutral'} icon={isOn ? 'success' : 'blocked'} label={isOn ? words.on : words.off} />
        </Stack>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {issuer}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('lti.platforms.people', { count: people })} · {words.seen}
        </Typography>
        {words.warning && (
          <Typography variant="body2" sx={{ color: 'warning.dark' }}>
            {words.warning}
          </Typography>
        )}
      </Stack>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
        {actions.map(({ label, onClick }) => (
          <Button key={label} variant="outlined" size="small" onClick={onClick} aria-label={`${label}: ${name}`}>
            {label}
          </Button>
        ))}
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
