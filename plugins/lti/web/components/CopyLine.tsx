import { Button, Stack, Typography } from '@mui/material'
import { useT } from '#web/i18n'
import { Icon, useCopy } from '#web/ui'

/** An address with a button that copies it. */
export function CopyLine({ label, value }: { label: string; value: string }) {
  const t = useT()
  const copy = useCopy()
  return (
    <Stack sx={{ gap: 1 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography sx={{ minWidth: 0, fontFamily: 'monospace', fontSize: '0.875rem', overflowWrap: 'anywhere' }}>{value}</Typography>
        <Button
          size="small"
          sx={{ flexShrink: 0 }}
          startIcon={<Icon name="copy" />}
          aria-label={`${t('lti.tool.copy')}: ${label}`}
          onClick={() => copy(value)}
        >
          {t('lti.tool.copy')}
        </Button>
      </Stack>
    </Stack>
  )
}
