import db from '@adonisjs/lucid/services/db'
import type { Session } from '#core/kit/scope'
import { complaintsOf, mayComplain } from './complaints.js'
import { mayAppeal } from './decide.js'
import { ofRecording, ownRecording } from './recording_row.js'

/**
 * The participant's own recording: the state of its review, the verdict, the explanation and the people who looked. Examiners are shown by
 * a number and not by name, so that participants cannot look them up.
 * @throws AppError 404
 */
export async function showOwn(session: Session, attempt: string) {
  const row = await ownRecording(session, attempt)
  const views: { by_user: number; reason: string | null; at: Date }[] = await db
    .from('proctoring_views')
    .where(ofRecording(row))
    .orderBy('id')
    .select('by_user', 'reason', 'at')
  const decisions: { round: number; verdict: string; explanation: string; at: Date }[] = await db
    .from('proctoring_decisions')
    .where(ofRecording(row))
    .orderBy('round')
    .select('round', 'verdict', 'explanation', 'at')
  const [{ n: pieces }] = await db.from('proctoring_pieces').where(ofRecording(row)).count('* as n')
  const examiners = [...new Set(views.filter(({ reason }) => reason === null).map(({ by_user: user }) => user))]
  return {
    row,
    pieces: Number(pieces),
    // The explanation of an earlier examiner is shown once the verdict counts.
    decisions: row.state === 'second' ? [] : decisions,
    views: views.map(({ by_user: user, reason, at }) => ({ examiner: reason === null ? examiners.indexOf(user) + 1 : null, reason, at })),
    complaints: await complaintsOf(row),
    mayAppeal: mayAppeal(row),
    mayComplain: mayComplain(row),
  }
}
