import { createHash } from 'node:crypto'
import MarkdownIt from 'markdown-it'
import type { PictureSource } from '../course_import/pictures.js'
import { type LessonVideo, type MediaSource, VIDEO_PATH, captionsOf } from './media_types.js'

export interface VideoSurroundings {
  pictures: Readonly<Record<string, PictureSource>>
  media: Readonly<Record<string, MediaSource>>
}

/**
 * A video on another site: https, a file of a type that browsers play, followed by its length in seconds as `#t=0,` (W3C Media Fragments).
 */
const ADDRESS = /^https:\/\/([a-z0-9.-]+(?::\d+)?)\/[^\s#]*\.(?:mp4|webm)(?:\?[^\s#]*)?#t=0,(\d{1,5}(?:\.\d)?)$/

/** Host and length from an address; null when it is not valid. Pure. */
export function readAddress(address: string): { host: string; seconds: number } | null {
  const match = ADDRESS.exec(address)
  const seconds = Number(match?.[2])
  return match && seconds > 0 && seconds <= 4 * 3600 ? { host: match[1]!, seconds } : null
}

/** Whether a Markdown image is a video. Pure. */
export const isVideo = (path: string) => VIDEO_PATH.test(path) || /^https?:\/\//.test(path)

/** The video that a Markdown image refers to; null when it does not exist. Pure. */
export function videoOf(path: string, title: string, { pictures, media }: VideoSurroundings): LessonVideo | null {
  const address = readAddress(path)
  if (address) {
    const key = createHash('sha256').update(path).digest('hex').slice(0, 16)
    return { key, title, hash: null, url: path, seconds: address.seconds, width: 16, height: 9, captions: [], poster: null }
  }
  const video = media[path]
  if (video?.kind !== 'video') return null
  const { hash, seconds, width, height } = video
  const captions = Object.entries(media).flatMap(([name, { hash: words, kind }]) => {
    const language = name.slice(-6, -4)
    return kind === 'captions' && name === captionsOf(path, language) ? [{ language, hash: words }] : []
  })
  const poster = Object.entries(pictures).find(([name]) => name.replace(/\.\w+$/, '') === posterOf(path))?.[1].hash ?? null
  return { key: hash.slice(0, 16), title, hash, url: null, seconds, width, height, captions, poster }
}

/** Path of a video's poster picture, without its extension. */
export const posterOf = (video: string) => video.replace(/^videos\//, 'pictures/').replace(/\.\w+$/, '')

const markdown = new MarkdownIt({ html: false })

/** The videos of a text in order, without duplicates. Pure. */
export function videosIn(text: string, around: VideoSurroundings): LessonVideo[] {
  const found = new Map<string, LessonVideo>()
  for (const { children } of markdown.parse(text, {})) {
    for (const token of children ?? []) {
      const video = token.type === 'image' ? videoOf(String(token.attrGet('src') ?? ''), token.content, around) : null
      if (video) found.set(video.key, video)
    }
  }
  return [...found.values()]
}
