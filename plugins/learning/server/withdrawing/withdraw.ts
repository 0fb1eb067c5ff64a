import { fullName } from '#core/contract/full_name'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, notFound } from '#core/contract/errors'
import { recordAudit } from '#core/kit/people'
import { currentCompanyId, inChosenCompany, type Session } from '#core/kit/scope'
import { asEditor, type Editor, ownCourse } from '../editor/whose_courses.js'
import { previewWithdrawal } from './preview.js'

interface QuestionRow {
  id: number
  company_id: number | null
  course_id: number
  key: string
  revision: number
  text: Record<string, string>
}

export interface WithdrawalOrder {
  /** Participants read it. */
  reason: string
  /** Whether people who passed may fail because of it. */
  also_fails: boolean
}

/**
 * Runs `fn` as an editor of the question's course: a supervisor of their company's, an admin of the platform's, or of the company that they
 * chose. @throws AppError 404
 */
function withdrawing<T>(session: Session, company: number | undefined, fn: (editor: Editor) => Promise<T>): Promise<T> {
  if (company === undefined || !session.isAdmin) return asEditor(session, 'learning.withdraw', fn)
  const reason = 'learning.withdraw'
  return inChosenCompany(session, { company, reason }, () =>
    fn({ owner: currentCompanyId(), membershipId: null, adminName: fullName(session.row) }),
  )
}

type Client = TransactionClientContract | ReturnType<typeof db.connection>

/** A question of a course that this editor owns. @throws AppError 404 */
async function ownQuestion(editor: Editor, id: string, client: Client = db.connection()): Promise<QuestionRow> {
  const question: QuestionRow | null = await client
    .from('learning_questions')
    .where('id', id)
    .select('id', 'company_id', 'course_id', 'key', 'revision', 'text')
    .first()
  if (!question) throw notFound()
  await ownCourse(editor, question.course_id, client)
  return question
}

/** The other revisions of the question that were asked, and how often. */
const REVISIONS = `
  select q.id, q.revision, (w.id is not null) as withdrawn,
         (select count(*)::int from learning_attempts a
            join learning_attempt_questions k on k.company_id = a.company_id and k.attempt_id = a.id and k.question_id = q.id
           where a.activity_id in (select activity_id from learning_activity_questions where question_id = q.id)) as attempts
    from learning_questions q left join learning_withdrawals w on w.question_id = q.id
   where q.course_id = ? and q.key = ? order by q.revision desc`

/**
 * A question, its withdrawal if there is one, and otherwise what would change by withdrawing it.
 * @param company whose own course it is, for an admin
 * @throws AppError 404
 */
export async function showWithdrawal(
  session: Session,
  id: string,
  { alsoFails, company }: { alsoFails: boolean; company?: number | undefined },
) {
  return withdrawing(session, company, async (editor) => {
    const question = await ownQuestion(editor, id)
    const { rows: revisions } = await db.rawQuery<{ rows: { id: number; revision: number; withdrawn: boolean; attempts: number }[] }>(
      REVISIONS,
      [question.course_id, question.key],
    )
    const withdrawal = await withdrawalOf(question.id)
    return { question, revisions, withdrawal, preview: withdrawal ? null : await previewWithdrawal(question.id, alsoFails) }
  })
}
export type ShownWithdrawal = Awaited<ReturnType<typeof showWithdrawal>>

async function withdrawalOf(question: number) {
  const { rows } = await db.rawQuery<{
    rows: { reason: string; also_fails: boolean; created_at: Date; changed: number; passed: number; failed: number; finished: boolean }[]
  }>(
    `select w.reason, w.also_fails, w.created_at, coalesce(sum(m.changed), 0)::int as changed, coalesce(sum(m.passed), 0)::int as passed,
            coalesce(sum(m.failed), 0)::int as failed, coalesce(bool_and(m.finished_at is not null), false) as finished
       from learning_withdrawals w left join learning_withdrawals_marked m on m.withdrawal_id = w.id
      where w.question_id = ? group by w.id`,
    [question],
  )
  return rows[0] ?? null
}

/**
 * Withdraws a question: new attempts do not draw it, and the job `learning.mark_again` marks those that asked it again.
 * @throws AppError 404; 409 already_withdrawn, last_question (a quiz would have no question left)
 */
export async function withdraw(session: Session, id: string, order: WithdrawalOrder, company?: number): Promise<void> {
  await withdrawing(session, company, (editor) =>
    db.transaction(async (trx) => {
      const question = await ownQuestion(editor, id, trx)
      // Withdrawals of a course are serialised: two concurrent ones could leave a quiz without questions.
      await trx.rawQuery(`select pg_advisory_xact_lock(hashtextextended('learning.withdraw', ?))`, [question.course_id])
      if (await trx.from('learning_withdrawals').where('question_id', question.id).select('id').first()) throw conflict('already_withdrawn')
      const { rows } = await trx.rawQuery<{ rows: unknown[] }>(LAST_QUESTION, [question.id, question.id])
      if (rows.length) throw conflict('last_question')
      const row = { company_id: editor.owner, question_id: question.id, reason: order.reason, also_fails: order.also_fails }
      await trx.table('learning_withdrawals').insert(row)
      // An admin's work across companies is logged already.
      if (editor.owner === null) return
      const details = { question: question.id, alsoFails: order.also_fails }
      await recordAudit(trx, session, { action: 'question.withdraw', reason: order.reason, details })
    }),
  )
}

const LAST_QUESTION = `
  select 1 from learning_activity_questions mine
   where mine.question_id = ? and not exists (
     select from learning_activity_questions other
      where other.activity_id = mine.activity_id and other.question_id <> ?
        and not exists (select from learning_withdrawals w where w.question_id = other.question_id))
   limit 1`
