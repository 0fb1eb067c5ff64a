import { Box, IconButton, Paper, Slider, Stack, Typography } from '@mui/material'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { Review } from '#plugins/proctoring/server/transformers/recording_transformer'
import { useFormat, useT } from '#web/i18n'
import { Icon, SegmentedControl } from '#web/ui'
import { clock } from './clock.js'
import { ScreenFilm } from './ScreenFilm.js'

const SPEEDS = [1, 1.5, 2, 4] as const
/** Step of the arrow keys, in milliseconds. */
const STEP = 5000

/** Plays one of the videos and pauses the others. @param onRefused called when the browser refuses to play it */
function playOnly(videos: ReadonlyMap<number, HTMLVideoElement>, id: number | undefined, speed: number, onRefused: () => void): void {
  for (const [one, video] of videos) {
    video.playbackRate = speed
    if (one === id) void video.play().catch(onRefused)
    else video.pause()
  }
}

/** A piece on the time line, in milliseconds since the attempt started. */
export interface FilmPiece {
  id: number
  from: number
  to: number
}

const piecesOf = (review: Pick<Review, 'pieces'>, source: 'camera' | 'screen', start: number): FilmPiece[] =>
  review.pieces
    .filter((piece) => piece.source === source)
    .map(({ id, at, ms }) => ({ id, from: Date.parse(at) - start, to: Date.parse(at) - start + ms }))
    .sort((one, other) => one.from - other.from)

interface PlayerProps {
  review: Pick<Review, 'attempt' | 'started_at' | 'submitted_at' | 'pieces' | 'marks'>
  /** The address of the pieces. */
  base: string
  /** A moment chosen outside the player, in milliseconds since the start. */
  jump: { to: number } | null
  onTime: (ms: number) => void
}

/**
 * Plays the pieces of a recording in sequence as one film, with its time line. It loads the next piece while one plays. Space plays and
 * pauses; the arrow keys go five seconds back and forward.
 */
export function Player({ review, base, jump, onTime }: PlayerProps) {
  const t = useT()
  const format = useFormat()
  const start = Date.parse(review.started_at ?? review.pieces[0]?.at ?? review.submitted_at ?? '')
  const pieces = useMemo(() => piecesOf(review, 'camera', start), [review, start])
  const screen = useMemo(() => piecesOf(review, 'screen', start), [review, start])
  const end = Math.max(review.submitted_at ? Date.parse(review.submitted_at) - start : 0, pieces.at(-1)?.to ?? 0)
  const [index, setIndex] = useState(0)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<number>(1)
  const [time, setTime] = useState(0)
  const videos = useRef(new Map<number, HTMLVideoElement>())
  const offset = useRef<number | null>(null)
  const current = pieces[index]

  const show = (ms: number) => {
    setTime(ms)
    onTime(ms)
  }
  const seek = (ms: number) => {
    const to = Math.min(Math.max(0, ms), end)
    const found = pieces.findLastIndex(({ from }) => from <= to)
    const next = Math.max(0, found)
    const piece = pieces[next]
    show(to)
    if (!piece) return
    offset.current = Math.min(Math.max(0, to - piece.from), piece.to - piece.from) / 1000
    setIndex(next)
    if (next === index) place(videos.current.get(piece.id))
  }
  const place = (video: HTMLVideoElement | undefined) => {
    if (!video || offset.current === null || video.readyState < HTMLMediaElement.HAVE_METADATA) return
    video.currentTime = offset.current
    offset.current = null
  }
  const jumpTo = useRef(seek)
  useEffect(() => {
    jumpTo.current = seek
  })
  useEffect(() => {
    if (jump) jumpTo.current(jump.to)
  }, [jump])

  useEffect(() => {
    playOnly(videos.current, playing ? current?.id : undefined, speed, () => setPlaying(false))
  }, [current?.id, playing, speed])

  const onEnded = () => {
    if (index < pieces.length - 1) {
      offset.current = 0
      setIndex(index + 1)
      show(pieces[index + 1]!.from)
    } else setPlaying(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The slider handles the arrow keys itself, and buttons handle space.
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLButtonElement) return
    if (event.key === ' ') setPlaying(!playing)
    else if (event.key === 'ArrowRight') seek(time + STEP)
    else if (event.key === 'ArrowLeft') seek(time - STEP)
    else return
    event.preventDefault()
  }
  const isGap = current !== undefined && time > current.to + 1500
  const warnings = review.marks.filter(({ warning }) => warning)

  if (!pieces.length)
    return (
      <Paper variant="outlined" sx={{ p: 6 }}>
        <Typography>{t('proctoring.player.none')}</Typography>
      </Paper>
    )
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={t('proctoring.player.title')}
      tabIndex={0}
      onKeyDown={onKeyDown}
      sx={{ overflow: 'hidden' }}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: screen.length ? '1fr 1fr' : '1fr' } }}>
        <Box sx={{ position: 'relative', bgcolor: 'common.black', aspectRatio: '4 / 3', maxHeight: 460, width: '100%' }}>
          {pieces.slice(index, index + 2).map(({ id, from }) => (
            <Box
              key={id}
              component="video"
              ref={(video: HTMLVideoElement | null) => {
                if (video) videos.current.set(id, video)
                else videos.current.delete(id)
              }}
              src={`${base}/pieces/${id}`}
              preload="auto"
              playsInline
              muted={id !== current?.id}
              onLoadedMetadata={(event) => id === current?.id && place(event.currentTarget as HTMLVideoElement)}
              onTimeUpdate={(event) =>
                id === current?.id && playing && show(from + (event.currentTarget as HTMLVideoElement).currentTime * 1000)
              }
              onEnded={onEnded}
              sx={{
                position: 'absolute',
                inset: 0,
                width: '100%',
                height: '100%',
                visibility: id === current?.id && !isGap ? 'visible' : 'hidden',
              }}
            />
          ))}
          {isGap && (
            <Typography sx={{ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center', color: 'common.white' }}>
              {t('proctoring.player.gap')}
            </Typography>
          )}
        </Box>
        {screen.length > 0 && <ScreenFilm base={base} pieces={screen} time={time} playing={playing} speed={speed} />}
      </Box>
      <Stack sx={{ p: 4, gap: 3 }}>
        <Stack direction="row" sx={{ gap: 3, alignItems: 'center' }}>
          <IconButton
            color="primary"
            aria-label={t(playing ? 'proctoring.player.pause' : 'proctoring.player.play')}
            onClick={() => setPlaying(!playing)}
          >
            <Icon name={playing ? 'pause' : 'video'} />
          </IconButton>
          <Slider
            aria-label={t('proctoring.player.time')}
            value={Math.min(time, end)}
            min={0}
            max={Math.max(end, 1)}
            step={1000}
            marks={warnings.map(({ at }) => ({ value: Math.min(end, Math.max(0, Date.parse(at) - start)) }))}
            getAriaValueText={(value) => clock(value)}
            onChange={(_, value) => seek(Number(value))}
            sx={{ flex: 1, '& .MuiSlider-mark': { bgcolor: 'warning.main', width: 4, height: 14, borderRadius: 1, opacity: 1 } }}
          />
          <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
            {`${clock(time)} / ${clock(end)}`}
          </Typography>
        </Stack>
        <SegmentedControl
          label={t('proctoring.player.speed')}
          value={speed}
          onChange={setSpeed}
          options={SPEEDS.map((value) => ({ value, label: `${format.number(value)}×` }))}
        />
      </Stack>
    </Paper>
  )
}
