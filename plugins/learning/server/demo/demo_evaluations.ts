import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { currentCompanyId } from '#core/kit/scope'
import { kindOf } from '../../activity_types/index.js'
import { activitiesOf } from '../services/activity.js'
import type { EvaluationSettings } from '../services/activity_settings.js'
import { setState } from '../services/activity_service.js'
import Participation from '../models/participation.js'

/** Number of earlier rounds of a course, each in a different calendar quarter. */
const ROUNDS = 3

/** Comments in evaluations; most people write none. */
const WORDS = [
  'Duidelijke uitleg, fijn dat je het in je eigen tempo kunt doen.',
  'Graag meer voorbeelden uit de praktijk van onze ploeg.',
  'De filmpjes waren goed. Het stuk over de vergunning mag korter.',
  'Ik mis een stuk over werken met weinig licht.',
  'Op mijn telefoon waren de plaatjes klein.',
  'Voor mij was het vooral herhaling, maar wel nuttig.',
]

/** A pseudo-random but deterministic number. Pure. */
const pick = (seed: number, from: number) => Math.abs(Math.imul(seed + 7, 2_654_435_761) >> 8) % from

/** The answer of a demo person. The second scale of each course scores low, so that pages with opinions show a low score too. Pure. */
function answerOf(question: EvaluationSettings['questions'][number], seed: number, scales: number): string | number | null {
  if (question.type === 'scale') return scales === 1 ? 2 + pick(seed, 3) : 3 + pick(seed, 3)
  if (question.type === 'choice') return question.answers[pick(seed, question.answers.length)]!.key
  return seed % 3 === 0 ? WORDS[pick(seed, WORDS.length)]! : null
}

/** Answers the evaluations of a finished participation. */
export async function answerEvaluations(trx: TransactionClientContract, participation: Participation, at: DateTime): Promise<void> {
  for (const activity of await activitiesOf(participation.versionId, trx)) {
    if (activity.type !== 'evaluation') continue
    let scales = 0
    for (const question of (activity.settings as EvaluationSettings).questions) {
      const value = answerOf(question, participation.id * 5 + scales, scales)
      if (question.type === 'scale') scales++
      if (value === null) continue
      await trx.table('learning_evaluation_answers').insert({
        company_id: participation.companyId,
        participation_id: participation.id,
        activity_id: activity.id,
        question_key: question.key,
        value: JSON.stringify(value),
        saved_at: at.toJSDate(),
      })
    }
  }
}

/**
 * Adds earlier participations of a person in previous quarters, so that there are older opinions. They create no certificate and no event;
 * only the participation that follows counts.
 * @param passed whether they passed then; otherwise they reached the evaluation and ran out of time
 */
export async function earlierRounds(
  of: { membershipId: number; courseId: number; versionId: number },
  passed: boolean,
  index: number,
): Promise<void> {
  await db.transaction(async (trx) => {
    for (let round = ROUNDS; round >= 1; round--) {
      const finishedAt = DateTime.now()
        .startOf('quarter')
        .minus({ quarters: 2 + round })
        .plus({ days: 10 + ((index * 7) % 70), hours: 10 })
      const dates = { registeredAt: finishedAt.minus({ days: 4 }), startedAt: finishedAt.minus({ days: 3 }) }
      const outcome = passed ? ({ status: 'passed', progress: 100 } as const) : ({ status: 'expired', progress: 90 } as const)
      const before = await Participation.create(
        {
          ...of,
          ...dates,
          ...outcome,
          finishedAt: passed ? finishedAt : null,
          companyId: currentCompanyId(),
          language: 'nl',
          source: 'assigned',
          current: false,
        },
        { client: trx },
      )
      for (const activity of await activitiesOf(before.versionId, trx))
        if (passed || !kindOf(activity).isTest) await setState(trx, before, activity, { status: 'finished' })
      await trx
        .from('learning_activity_states')
        .where('participation_id', before.id)
        .update({ opened_at: dates.startedAt.toJSDate(), finished_at: finishedAt.toJSDate() })
      await answerEvaluations(trx, before, finishedAt)
    }
  })
}
