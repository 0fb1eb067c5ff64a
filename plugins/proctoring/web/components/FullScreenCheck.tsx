import { Alert, Button, Stack } from '@mui/material'
import { useEffect, useState } from 'react'
import { useT } from '#web/i18n'
import { ToneChip } from '#web/ui'

/** Opens full screen once, as the exam does. The participant leaves it with Escape or the button. */
export function FullScreenCheck({ onWorks }: { onWorks: () => void }) {
  const t = useT()
  const [works, setWorks] = useState(false)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const seen = () => {
      if (!document.fullscreenElement) return
      setWorks(true)
      setFailed(false)
      onWorks()
    }
    document.addEventListener('fullscreenchange', seen)
    return () => {
      document.removeEventListener('fullscreenchange', seen)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
    }
  }, [onWorks])
  const open = async () => {
    try {
      await document.documentElement.requestFullscreen()
    } catch {
      setFailed(true)
    }
  }
  return (
    <Stack sx={{ gap: 3, alignItems: 'flex-start' }}>
      {failed && <Alert severity="error">{t('proctoring.practice.full_screen_failed')}</Alert>}
      {works && <ToneChip tone="success" icon="success" label={t('proctoring.practice.full_screen_works')} />}
      <Button variant={works ? 'outlined' : 'contained'} onClick={() => void open()}>
        {t('proctoring.practice.full_screen_open')}
      </Button>
    </Stack>
  )
}
