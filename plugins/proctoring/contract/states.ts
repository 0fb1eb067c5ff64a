/** The states of a recording, from the preparation to the verdict (specification, section 4: proctor attempt). */
export const RECORDING_STATES = [
  // The participant agreed and may begin.
  'prepared',
  // The participant did not agree: their company arranges another way.
  'refused',
  'running',
  // The points are insufficient: no review is needed.
  'not_reviewed',
  'todo',
  // The first examiner rejected it: another examiner reviews it.
  'second',
  // The participant appealed: a third examiner reviews it.
  'appeal',
  'approved',
  'rejected',
] as const
export type RecordingState = (typeof RECORDING_STATES)[number]

/** The states that need an examiner. */
export const IN_REVIEW: readonly RecordingState[] = ['todo', 'second', 'appeal']
export const DECIDED: readonly RecordingState[] = ['approved', 'rejected']

export const VERDICTS = ['approve', 'reject'] as const
export type Verdict = (typeof VERDICTS)[number]

/** Events during an attempt, shown on its time line. */
const MARKS = [
  'started',
  'resumed',
  'camera_lost',
  'camera_back',
  'screen_lost',
  'screen_back',
  'hidden',
  'visible',
  'fullscreen_left',
  'paste',
  'second_window',
  'offline',
  'online',
  'storage_full',
  'submitted',
] as const
export type Mark = (typeof MARKS)[number]
/** The events that the participant's browser reports. The server itself notes when the attempt starts and is submitted. */
export const REPORTED_MARKS = MARKS.filter((mark) => mark !== 'started' && mark !== 'submitted')
export type ReportedMark = (typeof REPORTED_MARKS)[number]
/** The events that an examiner should look at. */
export const WARNINGS: readonly Mark[] = [
  'camera_lost',
  'screen_lost',
  'hidden',
  'fullscreen_left',
  'paste',
  'second_window',
  'offline',
  'storage_full',
]

/** Length of a recorded piece, in milliseconds. */
export const PIECE_MS = 5000
/** Minutes after which a claimed attempt without a verdict is released. */
export const CLAIM_MINUTES = 60
/** Days within which a participant may appeal a rejection. */
export const APPEAL_DAYS = 14
/** Days after the exam within which a participant may make a complaint about a question. */
export const COMPLAINT_DAYS = 14
/** Maximum size of a recorded piece, in bytes. */
export const MAX_PIECE_BYTES = 8 * 1024 * 1024

/** The list of reviews counts this many attempts in a tab, and otherwise says that there are more. */
export const REVIEWS_COUNTED = 10_000

/**
 * The state of a recording after a verdict. A rejection counts once a second examiner agrees. After an appeal the third examiner's verdict
 * is final. Pure.
 */
export function after(state: RecordingState, verdict: Verdict): RecordingState {
  if (verdict === 'approve') return 'approved'
  return state === 'todo' ? 'second' : 'rejected'
}
