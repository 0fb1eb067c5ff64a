import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { ApiError, request, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { ToneChip } from '#web/ui'
import { openCamera } from '../recorder/camera.js'

interface PhotoCheckProps {
  photo: 'id' | 'face'
  done: boolean
  /** The next photo to take. Its camera opens by itself: the camera test has just used it. */
  isNext: boolean
  participation: string
  activity: string
  refetch: () => void
}

/** Takes a photo of the identity document or of the face with the camera, and sends it immediately. */
export function PhotoCheck({ photo, done, isNext, participation, activity, refetch }: PhotoCheckProps) {
  const t = useT()
  const { ofError } = useErrorText()
  const video = useRef<HTMLVideoElement>(null)
  const stream = useRef<MediaStream>(null)
  const [phase, setPhase] = useState<'idle' | 'live' | 'sending'>('idle')
  const [taken, setTaken] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  // Before the first frame a photo would be empty, and the first frames of a camera that starts are black.
  const [hasPicture, setHasPicture] = useState(false)

  const close = () => {
    for (const track of stream.current?.getTracks() ?? []) track.stop()
    stream.current = null
  }
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      close()
    }
  }, [])
  useEffect(() => () => void (taken && URL.revokeObjectURL(taken)), [taken])

  const open = async () => {
    setError(null)
    try {
      stream.current = await openCamera()
      if (isGone.current) return close()
      setHasPicture(false)
      setPhase('live')
      setTaken(null)
    } catch {
      setError(t('proctoring.check.missing'))
    }
  }
  const openNow = useRef(open)
  useEffect(() => {
    openNow.current = open
  })
  useEffect(() => {
    if (isNext) void openNow.current()
  }, [isNext])
  useEffect(() => {
    if (phase !== 'live' || !video.current) return
    video.current.srcObject = stream.current
    // Chrome starts a muted video by itself only while it is in view. It refuses if the camera is closed meanwhile.
    video.current.play().catch(() => {})
  }, [phase])

  const take = async () => {
    const from = video.current
    if (!from) return
    const canvas = document.createElement('canvas')
    canvas.width = from.videoWidth
    canvas.height = from.videoHeight
    canvas.getContext('2d')?.drawImage(from, 0, 0)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
    if (!blob) return
    setPhase('sending')
    close()
    const body = new FormData()
    body.append('photo', blob, `${photo}.jpg`)
    try {
      await request(`/api/proctoring/quizzes/${participation}/${activity}/photos/${photo}`, { method: 'POST', body })
      setTaken(URL.createObjectURL(blob))
      refetch()
    } catch (cause) {
      setError(cause instanceof ApiError ? ofError(cause, 'proctoring') : t('core.errors.default'))
    } finally {
      setPhase('idle')
    }
  }

  return (
    <Stack sx={{ gap: 3, alignItems: 'flex-start' }}>
      <Typography variant="h3" sx={{ fontSize: '1rem' }}>
        {t(`proctoring.photo.${photo}`)}
      </Typography>
      {/* Two lines, so that the buttons of both photos are on one line. */}
      <Typography variant="body2" sx={{ color: 'text.secondary', minHeight: { sm: '2lh' } }}>
        {t(`proctoring.photo.${photo}_text`)}
      </Typography>
      {error && <Alert severity="error">{error}</Alert>}
      {phase === 'live' && (
        <Box
          component="video"
          ref={video}
          muted
          playsInline
          onTimeUpdate={({ currentTarget }) => (currentTarget as HTMLVideoElement).currentTime > 0.5 && setHasPicture(true)}
          aria-label={t('proctoring.check.live')}
          sx={{ width: '100%', borderRadius: 2, bgcolor: 'common.black' }}
        />
      )}
      {taken && <Box component="img" src={taken} alt={t(`proctoring.photo.${photo}`)} sx={{ width: '100%', borderRadius: 2 }} />}
      {done && phase === 'idle' && <ToneChip tone="success" icon="success" label={t('proctoring.photo.done')} />}
      {phase === 'live' ? (
        <Button variant="contained" disabled={!hasPicture} onClick={() => void take()}>
          {t('proctoring.photo.take')}
        </Button>
      ) : (
        <Button variant={done ? 'outlined' : 'contained'} loading={phase === 'sending'} onClick={() => void open()}>
          {t(done ? 'proctoring.photo.again' : 'proctoring.photo.open')}
        </Button>
      )}
    </Stack>
  )
}
