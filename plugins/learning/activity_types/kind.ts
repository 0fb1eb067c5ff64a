import type { ActivityType } from '../contract/states.js'
import type { ActivitySettings } from '../server/services/activity_settings.js'
import type { PackageWork } from '../server/scorm/package_work.js'
import type { VideoView } from '../server/services/video_views.js'
import type { Attempts } from '../server/services/grading.js'

/** A submitted or running attempt, as the page of a quiz lists it. */
export interface PastAttempt {
  id: number
  number: number
  status: string
  grade: number | null
  submitted_at: Date | null
}

/** What the page of an activity is made from. */
export interface PageFacts {
  settings: ActivitySettings
  /** The text in the language of the participation. */
  text: (texts: Record<string, string>) => string
  attempts: Attempts
  past: readonly PastAttempt[]
  /** Of the participation. */
  language: string | null
  /** What was done in a package. */
  packageWork: PackageWork | null
  /** What was watched of the videos of a page. */
  views: readonly VideoView[]
  /** Where this person reads a video, captions or a picture of this step. */
  mediaUrl: (hash: string) => string
}

/**
 * What is particular about one type of activity. Everything else that learning does with a step (order, locks, progress,
 * pages) asks here and names no type. Pure: no database, no request.
 */
export interface ActivityKind {
  readonly type: ActivityType
  /** Cannot be done on a phone or tablet (specification, section 4: a quiz). */
  readonly needsComputer: boolean
  /** It is read: its page completes it, it explains questions, and it may be read past quizzes where the course says so. */
  readonly isReading: boolean
  /** It is passed or failed, not only completed: locks say so, and reading may go on past it. */
  readonly isTest: boolean
  /** How a participant finishes it: the call that does, every other refuses it. */
  readonly finishedBy: 'reading' | 'attempts' | 'answers' | 'elsewhere' | 'package'
  /** Whether it helps, harms and holds up: practice never does, and a quiz may say that it does not. */
  counts: (settings: ActivitySettings) => boolean
  /** Its own part of the activity's page, by its name there. Never anything that is right or secret. */
  page: (facts: PageFacts) => object
}

/** The part of a kind that most have in common. */
export const PLAIN = { needsComputer: false, isReading: false, isTest: false, counts: () => true } as const
