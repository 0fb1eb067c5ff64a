import type { Condition } from '../scorm/sequencing.js'
import type { VideoFacts } from './video_facts.js'

// The media of a course besides its texts and pictures: videos, their captions, packages. Content named by its hash. Plain data.

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

/** An item of a package: a page that is opened, and what it takes to pass it. */
export interface PackageItem {
  /** `identifier` of the item. */
  id: string
  title: string
  /** Path in the package, with its parameters. */
  href: string
  /** It reports to the platform; an item that does not is done once it was opened. */
  reports: boolean
  /** The score needed to pass, 0 to 1; null = the item decides. */
  mastery: number | null
  /** Initial data from its author (`dataFromLMS`). */
  launchData: string
  /** Title of the part of the package that contains it. */
  under?: string
  /** Condition for opening it (server/scorm/sequencing.ts). */
  opens?: Condition
  /** The number of times it may be started again. */
  attempts?: number
  /** It does not count towards the whole package. */
  optional?: true
}
/** A SCORM package. */
export interface PackageSource extends MediaBase {
  kind: 'package'
  standard: ScormStandard
  title: string
  items: PackageItem[]
  /** The number of counting items that is enough; left out: all of them. */
  needed?: number
}
export const SCORM_STANDARDS = ['1.2', '2004'] as const
export type ScormStandard = (typeof SCORM_STANDARDS)[number]

/** Media that is too large for a row, so it is stored as a file. */
export type LargeSource = VideoSource | PackageSource
export type MediaSource = LargeSource | CaptionsSource

/** Largest video and largest package, in bytes. */
export const MAX_MEDIA_BYTES = 50 * 1024 * 1024

const NAME = '[a-z0-9]+(?:-[a-z0-9]+)*'
export const VIDEO_PATH = new RegExp(`^videos/${NAME}\\.(?:mp4|webm)$`)
export const PACKAGE_PATH = new RegExp(`^packages/${NAME}\\.zip$`)

/** Path of a video's captions in a language. */
export const captionsOf = (video: string, language: string) => video.replace(/\.\w+$/, `.${language}.vtt`)

/** A video in a lesson of a published version. */
export interface LessonVideo {
  /** Key of the watched parts: the same video in two languages or versions shares one key. */
  key: string
  title: string
  /** Its file, or its address on another site. */
  hash: string | null
  url: string | null
  seconds: number
  width: number
  height: number
  captions: { language: string; hash: string }[]
  /** Hash of the picture shown before it plays. */
  poster: string | null
}
