import type { ActivityType } from '../contract/states.js'
import type { ActivitySettings } from '../server/services/activity_settings.js'
import { evaluation } from './evaluation.js'
import { external } from './external.js'
import type { ActivityKind } from './kind.js'
import { quiz } from './quiz.js'
import { richtext } from './richtext.js'
import { scorm } from './scorm.js'

const KINDS = { richtext, quiz, evaluation, external, scorm } as const satisfies Record<ActivityType, ActivityKind>

/** The definition of a type of activity. */
export const kindOf = ({ type }: { type: ActivityType }): ActivityKind => KINDS[type]

/**
 * Whether an activity counts: all do except practice and a quiz whose settings exclude it. Those affect neither the result nor the
 * progress.
 */
export const counts = (activity: { type: ActivityType; settings: ActivitySettings }): boolean => kindOf(activity).counts(activity.settings)

/** The parts of an activity's page; each type fills one of them. */
export type ActivityParts = Partial<
  ReturnType<typeof quiz.page> &
    ReturnType<typeof evaluation.page> &
    ReturnType<typeof external.page> &
    ReturnType<typeof scorm.page> &
    Exclude<ReturnType<typeof richtext.page>, { videos?: undefined }>
>
