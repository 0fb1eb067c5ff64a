import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { VideoItem } from '#plugins/learning/server/transformers/video_transformer'
import { LessonVideo } from './LessonVideo.js'

interface InTextProps {
  /** The element with the text. */
  text: HTMLElement | null
  /** Searches the places again when the text changes. */
  html: string
  children: (key: string) => ReactNode
}

/** Renders something into the places of a text's videos. */
export function InVideoPlaces({ text, html, children }: InTextProps) {
  const [places, setPlaces] = useState<HTMLElement[]>([])
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const found = [...(text?.querySelectorAll<HTMLElement>('[data-video]') ?? [])]
      // Removes the fallback text for readers without a player.
      for (const place of found) place.textContent = ''
      setPlaces(found)
    })
    return () => cancelAnimationFrame(frame)
  }, [text, html])
  return places.map((place, index) => createPortal(children(place.dataset.video ?? ''), place, String(index)))
}

interface LessonVideosProps {
  participation: number
  activity: number
  videos: readonly VideoItem[]
  language: string | null
  isCounted: boolean
  text: HTMLElement | null
  html: string
  onWatched: (key: string) => void
}

/** The videos of a lesson, in their places in its text. */
export default function LessonVideos({ videos, text, html, onWatched, ...rest }: LessonVideosProps) {
  const videoOf = useCallback((key: string) => videos.find((video) => video.key === key), [videos])
  return (
    <InVideoPlaces text={text} html={html}>
      {(key) => {
        const video = videoOf(key)
        return video && <LessonVideo key={key} video={video} onWatched={onWatched} {...rest} />
      }}
    </InVideoPlaces>
  )
}
