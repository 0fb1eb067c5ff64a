import { textIn } from '#core/kit/words'
import type { ShownWithdrawal } from '../withdrawing/withdraw.js'

/** A question that is or may be withdrawn. */
export const toWithdrawal = ({ question, revisions, withdrawal, preview }: ShownWithdrawal, language: string | null) => ({
  question: {
    id: question.id,
    course: question.course_id,
    text: textIn(question.text, language) || question.key,
    revision: question.revision,
  },
  /** Every revision of the question that was asked. */
  revisions: revisions.filter(({ attempts, id }) => attempts > 0 || id === question.id),
  withdrawal: withdrawal && {
    reason: withdrawal.reason,
    also_fails: withdrawal.also_fails,
    at: withdrawal.created_at.toISOString(),
    changed: withdrawal.changed,
    passed: withdrawal.passed,
    failed: withdrawal.failed,
    finished: withdrawal.finished,
  },
  preview: preview && {
    attempts: preview.attempts,
    running: preview.running,
    changed: preview.changed,
    reviews: preview.reviews,
    passes: preview.passes,
    fails: preview.fails,
    corrected: preview.corrected,
    revoked: preview.revoked,
    /** Totals per kind; the lists contain the latest ones. */
    totals: preview.totals,
  },
})
export type WithdrawalPage = ReturnType<typeof toWithdrawal>
