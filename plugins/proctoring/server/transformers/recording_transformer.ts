import { textIn } from '#core/kit/words'
import { minutesWith } from '#plugins/learning/contract/exam_time'
import { DECIDED, WARNINGS, type Mark } from '../../contract/states.js'
import { isClaimed } from '../services/claim.js'
import type { openComplaints } from '../services/complaints.js'
import type { showOwn } from '../services/own_recording.js'
import type { preparedFor, recordedFor } from '../services/prepare.js'
import type { RecordingRow } from '../services/recording_row.js'
import type { piecesAndMarks, showReview } from '../services/review_service.js'

const iso = (at: Date | null) => at?.toISOString() ?? null

/** Returns the text that a person reads before they agree to be recorded, and the state of their preparation. */
export function toPreparation(
  { quiz, provider, retentionDays, extraTime, extraMinutes }: Awaited<ReturnType<typeof recordedFor>>,
  prepared: Awaited<ReturnType<typeof preparedFor>>,
  language: string | null,
  browser: { file: string; open: string; proven: boolean } | null,
) {
  const minutes = quiz.minutes && minutesWith(quiz.minutes, { percent: extraTime, extra: extraMinutes })
  return {
    /** Safe Exam Browser, if the quiz requires it. */
    browser,
    record_screen: quiz.recordScreen,
    title: textIn(quiz.title, language),
    course: textIn(quiz.courseName, language),
    /** Including extra time. */
    minutes,
    /** In minutes. */
    extra_time: minutes && minutes - quiz.minutes!,
    questions: quiz.questions,
    provider: provider.name,
    retention_days: retentionDays,
    terms: provider.terms && { text: provider.terms.text, language: provider.terms.language },
    terms_mark: provider.terms?.mark ?? null,
    agreed: prepared !== null,
    has_id_photo: prepared?.id_photo_id != null,
    has_face_photo: prepared?.face_photo_id != null,
  }
}

/** The participant's own recording, shown on the result of their attempt. */
export function toOwn({ row, pieces, decisions, views, complaints, mayAppeal, mayComplain }: Awaited<ReturnType<typeof showOwn>>) {
  return {
    state: row.state,
    provider: row.provider_name,
    started_at: iso(row.started_at),
    submitted_at: iso(row.submitted_at),
    pieces,
    decided_at: iso(row.decided_at),
    decisions: decisions.map(({ round, verdict, explanation, at }) => ({ round, verdict, explanation, at: at.toISOString() })),
    // Set for an admin of the platform.
    views: views.map(({ examiner, reason, at }) => ({ examiner, reason, at: at.toISOString() })),
    appeal: row.appeal,
    may_appeal: mayAppeal,
    may_complain: mayComplain,
    complaints: complaints.map(({ position, text, answer, answered_at: at }) => ({ position, text, answer, answered_at: iso(at) })),
    retention_days: row.retention_days,
    evidence_expires_at: iso(row.evidence_expires_at),
    evidence_deleted_at: iso(row.evidence_deleted_at),
    receipt: row.token,
  }
}

/** An attempt in the examiner's list: the name, the course and nothing else of the participant's company. */
export function toReviewLine(row: RecordingRow, language: string | null, userId: number) {
  return {
    attempt: row.attempt_id!,
    activity: row.activity_id,
    person: row.membership_id,
    name: row.person_name,
    course: textIn(row.course_name, language),
    quiz: textIn(row.quiz_title, language),
    state: row.state,
    submitted_at: iso(row.submitted_at),
    appealed_at: iso(row.appealed_at),
    // After an appeal the earlier verdict no longer counts.
    decided_at: DECIDED.includes(row.state) ? iso(row.decided_at) : null,
    claimed: isClaimed(row),
    mine: isClaimed(row) && row.claimed_by === userId,
  }
}

/** One attempt as its examiner reads it. */
export function toReview(
  { row, pieces, marks, notes, decisions, answers, room, isOwn, decidedBefore }: Awaited<ReturnType<typeof showReview>>,
  language: string | null,
  userId: number,
  mayDecide: boolean,
) {
  return {
    ...toReviewLine(row, language, userId),
    mine: isOwn,
    may_decide: mayDecide && isOwn && !decidedBefore,
    decided_before: decidedBefore,
    started_at: iso(row.started_at),
    /** For an exam on location: the place, and the people who helped. */
    room: room && { place: room.place, seat: room.seat, helper: room.helper },
    appeal: row.appeal,
    evidence_deleted_at: iso(row.evidence_deleted_at),
    has_id_photo: row.id_photo_id !== null,
    has_face_photo: row.face_photo_id !== null,
    ...toFilm(pieces, marks),
    notes: notes.map(({ id, by_user: by, at, text }) => ({ id, mine: by === userId, at: at.toISOString(), text })),
    // The second and third examiners decide by what they see. They can read earlier verdicts afterwards.
    decisions: decisions
      .filter(({ by_user: by }) => by === userId || DECIDED.includes(row.state))
      .map(({ round, verdict, explanation, at }) => ({
        round,
        verdict: verdict as 'approve' | 'reject',
        explanation,
        at: at.toISOString(),
      })),
    grade: answers?.grade ?? null,
    pass_percentage: answers?.passPercentage ?? null,
    right: answers?.correct ?? 0,
    counted: answers?.counted ?? 0,
    answers: answers?.questions ?? [],
  }
}
export type Review = ReturnType<typeof toReview>

type Film = Awaited<ReturnType<typeof piecesAndMarks>>

const toFilm = (pieces: Film['pieces'], marks: Film['marks']) => ({
  pieces: pieces.map(({ id, source, number, started_at: at, milliseconds }) => ({
    id,
    source,
    number,
    at: at.toISOString(),
    ms: milliseconds,
  })),
  marks: marks.map(({ kind, at }) => ({ kind: kind as Mark, at: at.toISOString(), warning: WARNINGS.includes(kind as Mark) })),
})

/** A recording as shown to an admin of the platform who gave a reason. */
export function toEvidence({ row, pieces, marks }: Film & { row: RecordingRow }, language: string | null) {
  return {
    attempt: row.attempt_id!,
    name: row.person_name,
    course: textIn(row.course_name, language),
    quiz: textIn(row.quiz_title, language),
    started_at: iso(row.started_at),
    submitted_at: iso(row.submitted_at),
    has_id_photo: row.id_photo_id !== null,
    has_face_photo: row.face_photo_id !== null,
    ...toFilm(pieces, marks),
  }
}

/** A complaint in the examiners' list, with the question as it was asked. */
export const toOpenComplaint = (row: Awaited<ReturnType<typeof openComplaints>>[number], language: string | null) => ({
  id: row.id,
  name: row.person_name,
  course: textIn(row.course_name, language),
  quiz: textIn(row.quiz_title, language),
  position: row.position,
  question: row.question,
  given: row.given,
  right: row.right_answers,
  text: row.text,
  at: row.created_at.toISOString(),
})
