/** What becomes of a recording, from the preparation to the verdict (specification, section 4: proctor attempt). */
export const RECORDING_STATES = [
  // The participant agreed and may begin.
  'prepared',
  // They did not agree: their company arranges another way.
  'refused',
  'running',
  // Failed by its points: nobody has to review it.
  'not_reviewed',
  'todo',
  // The first examiner rejected it: another one looks.
  'second',
  // The participant appealed: a third one looks.
  'appeal',
  'approved',
  'rejected',
] as const
export type RecordingState = (typeof RECORDING_STATES)[number]

/** What an examiner has to look at. */
export const IN_REVIEW: readonly RecordingState[] = ['todo', 'second', 'appeal']
export const DECIDED: readonly RecordingState[] = ['approved', 'rejected']

export const VERDICTS = ['approve', 'reject'] as const
export type Verdict = (typeof VERDICTS)[number]

/** What happened during an attempt, on its time line. */
export const MARKS = [
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
/** What an examiner should look at. */
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
/** An examiner who does not decide gives the attempt back after so many minutes. */
export const CLAIM_MINUTES = 60
/** After a rejection a participant may appeal for so many days. */
export const APPEAL_DAYS = 14
/** A complaint about a question may be made for so many days after the exam. */
export const COMPLAINT_DAYS = 14
/** Largest recorded piece, in bytes. */
export const MAX_PIECE_BYTES = 8 * 1024 * 1024

/**
 * What a verdict makes of a recording. A rejection counts once a second examiner agrees; after an appeal the third one's word is the last. Pure.
 */
export function after(state: RecordingState, verdict: Verdict): RecordingState {
  if (verdict === 'approve') return 'approved'
  return state === 'todo' ? 'second' : 'rejected'
}
