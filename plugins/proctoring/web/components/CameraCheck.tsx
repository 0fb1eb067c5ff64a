import { Alert, Box, Button, LinearProgress, Stack, Typography } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { useT } from '#web/i18n'
import { ToneChip } from '#web/ui'
import { openCamera, recordFor, recordingFormat } from '../recorder/camera.js'

/** Length of the test recording, in milliseconds. */
const TEST_MS = 4000
/** Space for an exam of an hour that is offline all the time: about 250 MB. */
const ENOUGH_BYTES = 300 * 1024 * 1024

interface Checked {
  camera: boolean
  microphone: boolean
  /** Null: this browser does not report it. */
  space: boolean | null
  network: boolean
}

type Problem = 'denied' | 'missing' | 'busy' | 'browser'

const problemOf = (error: unknown): Problem => {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotReadableError' ? 'busy' : 'missing'
}

/**
 * Checks the camera, microphone, network and disk space, and makes a short test recording that the participant can play back.
 * @param everything also the microphone and the space have to be good; a real exam goes on without
 */
export function CameraCheck({ onWorks, everything = false }: { onWorks: (works: boolean) => void; everything?: boolean }) {
  const t = useT()
  const video = useRef<HTMLVideoElement>(null)
  const stream = useRef<MediaStream>(null)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [phase, setPhase] = useState<'idle' | 'testing' | 'done'>('idle')
  const [recording, setRecording] = useState<string | null>(null)

  useEffect(
    () => () => {
      for (const track of stream.current?.getTracks() ?? []) track.stop()
    },
    [],
  )
  useEffect(() => () => void (recording && URL.revokeObjectURL(recording)), [recording])

  const test = async () => {
    setProblem(null)
    setPhase('testing')
    try {
      if (!recordingFormat()) throw new TypeError('no recorder')
      const opened = await openCamera()
      stream.current = opened
      if (video.current) video.current.srcObject = opened
      const estimate = await navigator.storage?.estimate?.().catch(() => null)
      const network = await fetch('/version', { cache: 'no-store' }).then(
        ({ ok }) => ok,
        () => false,
      )
      const { quota, usage } = estimate ?? {}
      const found: Checked = {
        camera: opened.getVideoTracks().length > 0,
        microphone: opened.getAudioTracks().length > 0,
        space: quota === undefined ? null : quota - (usage ?? 0) > ENOUGH_BYTES,
        network,
      }
      setChecked(found)
      const { blob } = await recordFor(opened, TEST_MS).piece
      for (const track of opened.getTracks()) track.stop()
      setRecording(URL.createObjectURL(blob))
      setPhase('done')
      onWorks(blob.size > 0 && network && (!everything || (found.camera && found.microphone && found.space !== false)))
    } catch (error) {
      setPhase('idle')
      setProblem(error instanceof TypeError ? 'browser' : problemOf(error))
      onWorks(false)
    }
  }

  return (
    <Stack sx={{ gap: 4, alignItems: 'flex-start' }}>
      {problem && <Alert severity="error">{t(`proctoring.check.${problem}`)}</Alert>}
      <Box sx={{ width: '100%', maxWidth: 480, display: phase === 'idle' ? 'none' : 'block' }}>
        {/* With keys: a video element that once showed the camera would go on showing it, and not the recording. */}
        {phase === 'done' && recording ? (
          <Box
            key="playback"
            component="video"
            src={recording}
            controls
            autoPlay
            aria-label={t('proctoring.check.playback')}
            sx={{ width: '100%', borderRadius: 2, bgcolor: 'common.black' }}
          />
        ) : (
          <Box
            key="live"
            component="video"
            ref={video}
            autoPlay
            muted
            playsInline
            aria-label={t('proctoring.check.live')}
            sx={{ width: '100%', borderRadius: 2, bgcolor: 'common.black', transform: 'scaleX(-1)' }}
          />
        )}
        {phase === 'testing' && <LinearProgress aria-label={t('proctoring.check.testing')} sx={{ mt: 2 }} />}
      </Box>
      {checked && (
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          {(['camera', 'microphone', 'network', 'space'] as const).map((part) =>
            checked[part] === null ? null : (
              <ToneChip
                key={part}
                tone={checked[part] ? 'success' : 'warning'}
                icon={checked[part] ? 'success' : 'warning'}
                label={t(`proctoring.check.${part}_${checked[part] ? 'good' : 'bad'}`)}
              />
            ),
          )}
        </Stack>
      )}
      {phase === 'done' && <Typography>{t('proctoring.check.look')}</Typography>}
      {/* Not disabled during the test, whose progress is shown above: the focus would be lost. */}
      <Button
        variant={phase === 'done' ? 'outlined' : 'contained'}
        aria-busy={phase === 'testing'}
        onClick={() => phase !== 'testing' && void test()}
      >
        {t(phase === 'done' ? 'proctoring.check.again' : phase === 'testing' ? 'proctoring.check.testing' : 'proctoring.check.test')}
      </Button>
    </Stack>
  )
}
