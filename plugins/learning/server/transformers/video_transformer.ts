import type { LessonVideo } from '../media/media_types.js'
import type { VideoView } from '../services/video_views.js'
import { lengthOf, percentOf, WATCHED_PERCENT } from '../services/coverage.js'
import { pictureUrl } from './picture_url.js'

/** A person's progress in a video, in seconds. */
export function toWatched(seconds: number, view: Pick<VideoView, 'covered' | 'position'> | undefined) {
  const covered = view?.covered ?? []
  const percent = percentOf(covered, seconds)
  return {
    covered: covered.map(([from, to]) => [from / 1000, to / 1000] as [number, number]),
    /** Where it was paused. */
    position: (view?.position ?? 0) / 1000,
    seconds_watched: Math.round(lengthOf(covered) / 1000),
    percent,
    watched: percent >= WATCHED_PERCENT,
  }
}

/** A video for the page that plays it. */
export function toVideo(video: LessonVideo, view: VideoView | undefined, mediaUrl: (hash: string) => string) {
  return {
    key: video.key,
    title: video.title,
    url: video.hash ? mediaUrl(video.hash) : video.url!,
    seconds: video.seconds,
    width: video.width,
    height: video.height,
    captions: video.captions.map(({ language, hash }) => ({ language, url: mediaUrl(hash) })),
    poster: video.poster && pictureUrl(video.poster),
    ...toWatched(video.seconds, view),
  }
}
export type VideoItem = ReturnType<typeof toVideo>
