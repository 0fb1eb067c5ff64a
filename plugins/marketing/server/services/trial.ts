import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict } from '#core/contract/errors'
import type { Variant } from '../../states.js'
import type { CampaignRow } from './campaigns.js'

interface Numbers {
  sent: number
  clicked: number
}

/** The trial of a campaign's two subjects, with mails and clicks for each; null without a second subject. */
export async function trialOf(row: CampaignRow, client: Pick<TransactionClientContract, 'from'> = db) {
  const { id, other_subjects: subjects, trial_share: share, trial_hours: hours, trial_ends_at: ends, chosen, chosen_by_hand: byHand } = row
  if (!subjects) return null
  const rows: (Numbers & { variant: Variant })[] = await client
    .from('marketing_recipients')
    .where('campaign_id', id)
    .whereNotNull('variant')
    .groupBy('variant')
    .select('variant', db.raw(`count(*) filter (where state = 'sent')::int as sent, count(clicked_at)::int as clicked`))
  const { held } = await client
    .from('marketing_recipients')
    .where({ campaign_id: id, state: 'held' })
    .select(db.raw('count(*)::int as held'))
    .first()
  const numbersOf = (wanted: Variant): Numbers => {
    const { sent = 0, clicked = 0 } = rows.find(({ variant }) => variant === wanted) ?? {}
    return { sent, clicked }
  }
  return {
    ...{ subjects, share: share!, hours: hours!, ends_at: ends?.toISOString() ?? null, chosen, by_hand: byHand },
    ...{ a: numbersOf('a'), b: numbersOf('b'), held: held as number },
  }
}

/**
 * Chooses the subject for the recipients outside the trial. Those in it keep theirs. Waits for mails that are being written.
 * @throws AppError 409 not_possible_now: nobody is left, or it was chosen already
 */
export const chooseByHand = (campaign: number, variant: Variant): Promise<void> =>
  db.transaction(async (trx) => {
    const changed = await trx
      .from('marketing_campaigns')
      .where('id', campaign)
      .whereIn('state', ['sending', 'paused'])
      .whereNotNull('other_subjects')
      .whereNull('chosen')
      .update({ chosen: variant, chosen_by_hand: true, updated_at: trx.raw('clock_timestamp()') })
    const released =
      Number(changed) &&
      (await trx.from('marketing_recipients').where({ campaign_id: campaign, state: 'held' }).update({ state: 'waiting' }))
    if (!Number(released)) throw conflict('not_possible_now')
  })
