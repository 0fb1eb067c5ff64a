import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useRef, useState } from 'react'
import { useT } from '#web/i18n'

interface RecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

/** Shown only once: the codes for a person whose phone is lost. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const t = useT()
  const [copied, setCopied] = useState(false)
  const list = useRef<HTMLElement>(null)
  const copy = () =>
    // Checked here: an insecure page has no clipboard.
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(codes.join('\n')))
      .then(
        () => setCopied(true),
        // Without clipboard access the codes are selected, to be copied by hand.
        () => getSelection()?.selectAllChildren(list.current!),
      )
  return (
    <Stack sx={{ gap: 4 }}>
      <div>
        <Typography variant="h2">{t('core.second.recovery_title')}</Typography>
        <Typography sx={{ color: 'text.secondary', mt: 1 }}>{t('core.second.recovery_keep')}</Typography>
      </div>
      <Box
        component="ol"
        ref={list}
        aria-label={t('core.second.recovery_title')}
        sx={{
          m: 0,
          p: 4,
          listStyle: 'none',
          display: 'grid',
          gridTemplateColumns: '1fr 1fr',
          gap: 2,
          fontFamily: 'monospace',
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: 1,
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      {copied && (
        <Alert severity="success" role="status">
          {t('core.second.copied')}
        </Alert>
      )}
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, justifyContent: 'flex-end' }}>
        <Button variant="outlined" onClick={() => void copy()}>
          {t('core.second.copy')}
        </Button>
        <Button variant="contained" onClick={onDone}>
          {t('core.second.kept')}
        </Button>
      </Stack>
    </Stack>
  )
}
