import type { ActivityType } from '../contract/states.js'
import type { ActivitySettings } from '../server/services/activity_settings.js'
import type { PackageWork } from '../server/scorm/package_work.js'
import type { VideoView } from '../server/services/video_views.js'
import type { Attempts } from '../server/services/grading.js'

/** A submitted or running attempt, as listed on the page of a quiz. */
export interface PastAttempt {
  id: number
  number: number
  status: string
  grade: number | null
  submitted_at: Date | null
}

/** The input for the page of an activity. */
export interface PageFacts {
  settings: ActivitySettings
  /** The text in the participation's language. */
  text: (texts: Record<string, string>) => string
  attempts: Attempts
  past: readonly PastAttempt[]
  /** The language of the participation. */
  language: string | null
  /** Progress in a package. */
  packageWork: PackageWork | null
  /** The watched parts of the videos on a page. */
  views: readonly VideoView[]
  /** The address where this person loads a video, captions or a picture of this step. */
  mediaUrl: (hash: string) => string
}

/**
 * The definition of one type of activity. The rest of learning's code for a step (order, locks, progress, pages) uses it and does not
 * depend on specific types. Pure: no database, no request.
 */
export interface ActivityKind {
  readonly type: ActivityType
  /** Cannot be done on a phone or tablet (specification, section 4: a quiz). */
  readonly needsComputer: boolean
  /** Whether it is a text: its page completes it, it explains questions, and it can be read past quizzes if the course allows that. */
  readonly isReading: boolean
  /** Whether it is passed or failed, not only completed: locks refer to that, and reading may continue past it. */
  readonly isTest: boolean
  /** The request with which a participant completes it; other requests are refused. */
  readonly finishedBy: 'reading' | 'attempts' | 'answers' | 'elsewhere' | 'package'
  /** Whether it affects the result and the progress: practice never does, and a quiz may be excluded. */
  counts: (settings: ActivitySettings) => boolean
  /** Its own part of the activity's page, by name. Never contains correct answers or secrets. */
  page: (facts: PageFacts) => object
}

/** The properties that most kinds share. */
export const PLAIN = { needsComputer: false, isReading: false, isTest: false, counts: () => true } as const
