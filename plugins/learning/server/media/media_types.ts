import type { Condition } from '../scorm/sequencing.js'
import type { VideoFacts } from './video_facts.js'

// What stands beside a course's texts and pictures: videos, their captions, packages. Content, named by its hash. Plain data.

export const MEDIA_KINDS = ['video', 'captions', 'package'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]

interface MediaBase {
  /** sha256 (hex) of the content. */
  hash: string
  /** In bytes. */
  size: number
}
export interface VideoSource extends MediaBase, VideoFacts {
  kind: 'video'
}
export interface CaptionsSource extends MediaBase {
  kind: 'captions'
}

/** One thing to do of a package: a page of it that is opened, and what it needs to be passed. */
export interface PackageItem {
  /** `identifier` of the item. */
  id: string
  title: string
  /** Path in the package, with its parameters. */
  href: string
  /** It reports to the platform; what does not is done once it was opened. */
  reports: boolean
  /** Score from which it is passed, 0 to 1; null = what it says of itself. */
  mastery: number | null
  /** What its maker gives it to begin with (`dataFromLMS`). */
  launchData: string
  /** Title of the part of the package that it stands in. */
  under?: string
  /** It opens only while this holds (server/scorm/sequencing.ts). */
  opens?: Condition
  /** How often it may be begun anew. */
  attempts?: number
  /** It does not count for the whole. */
  optional?: true
}
/** A SCORM package. */
export interface PackageSource extends MediaBase {
  kind: 'package'
  standard: ScormStandard
  title: string
  items: PackageItem[]
  /** So many of the items that count are enough; left out: all of them. */
  needed?: number
}
export const SCORM_STANDARDS = ['1.2', '2004'] as const
export type ScormStandard = (typeof SCORM_STANDARDS)[number]

/** What is too large for a row: it is a file. */
export type LargeSource = VideoSource | PackageSource
export type MediaSource = LargeSource | CaptionsSource

/** Largest video and largest package, in bytes. */
export const MAX_MEDIA_BYTES = 50 * 1024 * 1024

const NAME = '[a-z0-9]+(?:-[a-z0-9]+)*'
export const VIDEO_PATH = new RegExp(`^videos/${NAME}\\.(?:mp4|webm)$`)
export const PACKAGE_PATH = new RegExp(`^packages/${NAME}\\.zip$`)

/** Path of a video's captions in a language. */
export const captionsOf = (video: string, language: string) => video.replace(/\.\w+$/, `.${language}.vtt`)

/** A video as a lesson of a published version has it. */
export interface LessonVideo {
  /** What watched parts are kept by: the same film in two languages or versions is one. */
  key: string
  title: string
  /** Its file, or the address where it is. */
  hash: string | null
  url: string | null
  seconds: number
  width: number
  height: number
  captions: { language: string; hash: string }[]
  /** Hash of the picture that stands there until it plays. */
  poster: string | null
}
