import db from '@adonisjs/lucid/services/db'
import type { Session } from '#core/kit/scope'
import { mayAppeal } from './decide.js'
import { ownRecording } from './recording_row.js'

/**
 * The participant's own recording: where its review stands, what was decided and why, and who looked. Examiners have no names here but a
 * number each: participants shall not look them up.
 * @throws AppError 404
 */
export async function showOwn(session: Session, attempt: string) {
  const row = await ownRecording(session, attempt)
  const views: { by_user: number; at: Date }[] = await db
    .from('proctoring_views')
    .where('recording_id', row.id)
    .orderBy('id')
    .select('by_user', 'at')
  const decisions: { round: number; verdict: string; explanation: string; at: Date }[] = await db
    .from('proctoring_decisions')
    .where('recording_id', row.id)
    .orderBy('round')
    .select('round', 'verdict', 'explanation', 'at')
  const [{ n: pieces }] = await db.from('proctoring_pieces').where('recording_id', row.id).count('* as n')
  const examiners = [...new Set(views.map(({ by_user: user }) => user))]
  return {
    row,
    pieces: Number(pieces),
    // What an earlier examiner wrote is said once it counts.
    decisions: row.state === 'second' ? [] : decisions,
    views: views.map(({ by_user: user, at }) => ({ examiner: examiners.indexOf(user) + 1, at })),
    mayAppeal: mayAppeal(row),
  }
}
