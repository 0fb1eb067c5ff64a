import { Box, Typography } from '@mui/material'
import { useEffect, useRef } from 'react'
import { useT } from '#web/i18n'
import type { FilmPiece } from './Player.js'

/** Maximum drift between screen and camera before the screen seeks, in seconds. */
const APART = 0.7

interface ScreenFilmProps {
  base: string
  pieces: readonly FilmPiece[]
  /** Milliseconds since the attempt started: the camera's film sets the time. */
  time: number
  playing: boolean
  speed: number
}

/** The recorded screen beside the camera, at the same moment. */
export function ScreenFilm({ base, pieces, time, playing, speed }: ScreenFilmProps) {
  const t = useT()
  const video = useRef<HTMLVideoElement>(null)
  const index = pieces.findLastIndex(({ from }) => from <= time)
  const found = pieces[index]
  // A second without a picture is not a gap: the next piece starts before the last one ends.
  const piece = found && time <= found.to + 1500 ? found : undefined
  useEffect(() => {
    const element = video.current
    if (!element || !piece) return
    const at = Math.min(time - piece.from, piece.to - piece.from) / 1000
    element.playbackRate = speed
    if (Math.abs(element.currentTime - at) > APART && element.readyState >= HTMLMediaElement.HAVE_METADATA) element.currentTime = at
    if (playing && !element.ended) void element.play().catch(() => {})
    else element.pause()
  }, [piece, time, playing, speed])
  return (
    <Box sx={{ position: 'relative', bgcolor: 'common.black', aspectRatio: { xs: '16 / 10', md: 'auto' }, minHeight: 0 }}>
      {piece ? (
        <Box
          key={piece.id}
          component="video"
          ref={video}
          src={`${base}/pieces/${piece.id}`}
          aria-label={t('proctoring.player.screen')}
          preload="auto"
          muted
          playsInline
          sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'contain' }}
        />
      ) : (
        <Typography sx={{ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center', color: 'common.white' }}>
          {t('proctoring.player.no_screen')}
        </Typography>
      )}
    </Box>
  )
}
