import { Alert, Button, Stack } from '@mui/material'
import { useT } from '#web/i18n'
import { ToneChip } from '#web/ui'
import { useRecording } from '../recorder/use_recording.js'

/** Number of unsent pieces from which the status mentions them: one or two are always in transit. */
const SAID = 3

/** Above the question of a recorded attempt: shows that the recording runs, and reports a problem immediately. */
export default function RecordedAttempt({ attempt, onRecorder }: { attempt: number; onRecorder: (finish: () => Promise<void>) => void }) {
  const t = useT()
  const { elsewhere, camera, screen, share, left, online, fullscreen, warning, dismiss } = useRecording(attempt, onRecorder)
  if (elsewhere)
    return (
      <Alert severity="error" role="alert" sx={{ mb: 5 }}>
        {t('proctoring.attempt.elsewhere')}
      </Alert>
    )
  const openFullscreen = () => void document.documentElement.requestFullscreen().catch(() => {})
  return (
    <Stack sx={{ gap: 3, mb: 5 }}>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
        <ToneChip
          tone={camera === 'recording' ? 'success' : camera === 'lost' ? 'error' : 'neutral'}
          icon={camera === 'recording' ? 'camera' : camera === 'lost' ? 'warning' : 'busy'}
          label={t(`proctoring.attempt.camera_${camera}`)}
        />
        {screen && (
          <ToneChip
            tone={screen === 'recording' ? 'success' : screen === 'lost' ? 'error' : 'neutral'}
            icon={screen === 'recording' ? 'computer' : screen === 'lost' ? 'warning' : 'busy'}
            label={t(`proctoring.attempt.screen_${screen}`)}
          />
        )}
        {left >= SAID && <ToneChip tone="neutral" icon="busy" label={t('proctoring.attempt.left', { left })} />}
        {!fullscreen && warning !== 'fullscreen_left' && document.fullscreenEnabled && (
          <Button size="small" onClick={openFullscreen}>
            {t('proctoring.attempt.fullscreen')}
          </Button>
        )}
      </Stack>
      {camera === 'lost' && (
        <Alert severity="error" role="alert">
          {t('proctoring.attempt.camera_lost_text')}
        </Alert>
      )}
      {screen === 'lost' && (
        <Alert
          severity="error"
          role="alert"
          action={
            <Button color="inherit" onClick={share}>
              {t('proctoring.screen.share')}
            </Button>
          }
        >
          {t('proctoring.attempt.screen_lost_text')}
        </Alert>
      )}
      {!online && (
        <Alert severity="warning" role="alert">
          {t('proctoring.attempt.offline_text')}
        </Alert>
      )}
      {warning && (
        <Alert
          severity="warning"
          role="alert"
          action={
            warning === 'fullscreen_left' && document.fullscreenEnabled ? (
              <Button color="inherit" onClick={openFullscreen}>
                {t('proctoring.attempt.fullscreen')}
              </Button>
            ) : undefined
          }
          closeText={t('core.actions.close')}
          onClose={dismiss}
        >
          {t(`proctoring.attempt.${warning}`)}
        </Alert>
      )}
    </Stack>
  )
}
