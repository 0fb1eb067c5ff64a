import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import { Box, Button } from '@mui/material'
import { useEffect, useState } from 'react'
import { connection } from '#web/api'
import { loadMissingMessages, useT } from '#web/i18n'

const PROBE_INTERVAL = 5_000

/** A strip that is visible while the server cannot be reached; it disappears by itself and retries what failed. */
export function ConnectionBanner() {
  const t = useT()
  const [lost, setLost] = useState(!navigator.onLine)
  useEffect(
    () =>
      connection.on((state) => {
        setLost(state === 'lost')
        if (state === 'restored') loadMissingMessages()
      }),
    [],
  )

  useEffect(() => {
    const onOffline = () => connection.emit('lost')
    window.addEventListener('offline', onOffline)
    return () => window.removeEventListener('offline', onOffline)
  }, [])

  const probe = async () => {
    try {
      await fetch('/version', { cache: 'no-store' })
      connection.emit('restored')
    } catch {
      // Still unreachable.
    }
  }
  useEffect(() => {
    if (!lost) return
    const timer = setInterval(() => void probe(), PROBE_INTERVAL)
    const onOnline = () => void probe()
    window.addEventListener('online', onOnline)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', onOnline)
    }
  }, [lost])

  return (
    <Box role="status">
      {lost && (
        <Box
          sx={({ tones }) => ({
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'center',
            gap: 3,
            px: 4,
            py: 1,
            bgcolor: tones.warning.soft,
            borderBottom: `1px solid ${tones.warning.border}`,
            color: 'text.primary',
            fontSize: '0.875rem',
            fontWeight: 550,
          })}
        >
          <CloudOffOutlined aria-hidden sx={{ fontSize: 20, color: 'warning.main', flexShrink: 0 }} />
          {t('core.connection.lost')}
          <Button size="small" onClick={() => void probe()}>
            {t('core.actions.retry')}
          </Button>
        </Box>
      )}
    </Box>
  )
}
