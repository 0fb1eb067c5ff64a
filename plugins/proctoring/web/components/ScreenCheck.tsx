import { Alert, Button, Stack } from '@mui/material'
import { useState } from 'react'
import { useT } from '#web/i18n'
import { ToneChip } from '#web/ui'
import { hasSharedScreen, shareScreen } from '../recorder/shared_screen.js'

/** Shares the screen before the start; the attempt uses the same share. */
export function ScreenCheck({ onShared }: { onShared: (shared: boolean) => void }) {
  const t = useT()
  const [shared, setShared] = useState(hasSharedScreen)
  const [problem, setProblem] = useState<'denied' | 'part' | null>(null)
  const set = (is: boolean) => {
    setShared(is)
    onShared(is)
  }
  const share = async () => {
    setProblem(null)
    try {
      const stream = await shareScreen()
      for (const track of stream.getTracks()) track.addEventListener('ended', () => set(false))
      set(true)
    } catch (error) {
      set(false)
      setProblem(error instanceof TypeError ? 'part' : 'denied')
    }
  }
  return (
    <Stack sx={{ gap: 3, alignItems: 'flex-start' }}>
      {problem && <Alert severity="error">{t(`proctoring.screen.${problem}`)}</Alert>}
      {shared ? (
        <ToneChip tone="success" icon="success" label={t('proctoring.screen.shared')} />
      ) : (
        <Button variant="contained" onClick={() => void share()}>
          {t('proctoring.screen.share')}
        </Button>
      )}
    </Stack>
  )
}
