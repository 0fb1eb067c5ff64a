import { Box, Typography } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { nativeName } from '#core/contract/languages'
import type { VideoItem } from '#plugins/learning/server/transformers/video_transformer'
import { useFormat, useT } from '#web/i18n'
import { useFramedBytes, useFramedStream } from '#web/session'
import { Icon } from '#web/ui'
import { useWatching } from './use_watching.js'

/** Faster playback is not counted: see server/services/coverage.ts. */
const MAX_SPEED = 2

interface LessonVideoProps {
  participation: number
  activity: number
  video: VideoItem
  language: string | null
  /** The course is in progress: watching counts. */
  isCounted: boolean
  onWatched: (key: string) => void
}

/** A video of a lesson: the browser's own player, which supports the keyboard and captions, with how much of it was watched. */
export function LessonVideo({ participation, activity, video, language, isCounted, onWatched }: LessonVideoProps) {
  const t = useT()
  const format = useFormat()
  const player = useRef<HTMLVideoElement>(null)
  const [failed, setFailed] = useState(false)
  const { state, at, jump, begin, report, start } = useWatching({ participation, activity }, video, isCounted)

  useEffect(() => {
    if (state.watched) onWatched(video.key)
  }, [state.watched, onWatched, video.key])

  /** Resumes where it was stopped, here or on another computer; a finished video starts again. */
  const resume = () => {
    const element = player.current
    if (element && start.current > 1 && start.current < video.seconds - 2) element.currentTime = start.current
  }
  return (
    <Box sx={{ mb: 2 }}>
      <PlayerOf
        video={video}
        language={language}
        ref={player}
        onLoadedMetadata={resume}
        onPlay={begin}
        onTimeUpdate={({ currentTarget: film }) => !film.paused && !film.seeking && at(film.currentTime, film.playbackRate)}
        onSeeking={({ currentTarget: film }) => jump(film.currentTime)}
        onSeeked={({ currentTarget: film }) => jump(film.currentTime)}
        onPause={({ currentTarget: film }) => {
          if (!film.seeking) at(film.currentTime, film.playbackRate)
          void report()
        }}
        onEnded={() => void report()}
        onRateChange={({ currentTarget: film }) => {
          if (film.playbackRate > MAX_SPEED) film.playbackRate = MAX_SPEED
        }}
        onError={() => setFailed(true)}
      />
      {failed && (
        <Typography role="alert" sx={{ mt: 2 }}>
          {t('learning.video.failed')}
        </Typography>
      )}
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', mt: 2, flexWrap: 'wrap' }}>
        <Typography variant="body2" sx={{ color: 'text.secondary', flex: 1, minWidth: 0 }}>
          {video.title}
          {video.seconds >= 60 && ` · ${format.minutes(Math.round(video.seconds / 60))}`}
        </Typography>
        <Typography variant="body2" role="status" sx={{ display: 'flex', gap: 1, alignItems: 'center', fontWeight: 600 }}>
          {state.watched && <Icon name="check" sx={{ fontSize: 18 }} />}
          {state.watched ? t('learning.video.watched') : t('learning.video.percent', { percent: state.percent })}
        </Typography>
      </Box>
    </Box>
  )
}

type Film = Pick<VideoItem, 'title' | 'url' | 'width' | 'height' | 'captions' | 'poster'>

/** The player alone, also for editors. */
export function PlayerOf({
  video,
  language,
  ...handlers
}: { video: Film; language: string | null; ref?: React.Ref<HTMLVideoElement> } & React.VideoHTMLAttributes<HTMLVideoElement>) {
  const film = useFramedStream(video.url)
  const poster = useFramedBytes(video.poster)
  return (
    <Box
      component="video"
      controls
      playsInline
      preload="metadata"
      controlsList="nodownload noremoteplayback"
      disablePictureInPicture
      aria-label={video.title}
      src={film}
      poster={poster}
      sx={{ display: 'block', width: '100%', aspectRatio: `${video.width} / ${video.height}`, bgcolor: '#000', borderRadius: 1 }}
      {...handlers}
    >
      {video.captions.map((captions) => (
        <Captions key={captions.language} {...captions} isDefault={captions.language === language} />
      ))}
    </Box>
  )
}

function Captions({ language, url, isDefault }: Film['captions'][number] & { isDefault: boolean }) {
  const src = useFramedBytes(url)
  return src && <track kind="captions" src={src} srcLang={language} label={nativeName(language)} default={isDefault} />
}
