import db from '@adonisjs/lucid/services/db'
import { AppError } from '#core/contract/errors'
import { sendMail } from '#core/kit/mail'
import { platformUrl } from '#core/kit/settings'
import { textIn } from '#core/kit/words'
import Participation from '../models/participation.js'
import { type Owner, findOwn } from './participation_service.js'
import { versionContent } from './version_content.js'

export const LINK_MAIL = 'learning.mail.link'
/** Minutes until the same link can be mailed again. */
const PAUSE = 10

/** The data for the mail. */
export interface LinkFacts {
  participationId: number
}

/**
 * Mails a person the link to their own course, to continue on a computer. At most once in ten minutes.
 * @throws AppError 404 for another person's participation; 429 link_mailed_just_now, `retry_after` in seconds
 */
export async function mailLink(owner: Owner, participationId: number): Promise<void> {
  await db.transaction(async (trx) => {
    const participation = await findOwn(owner, participationId, trx)
    const since = participation.linkMailedAt ? (Date.now() - participation.linkMailedAt.toMillis()) / 1000 : Infinity
    if (since < PAUSE * 60) throw new AppError(429, 'link_mailed_just_now', { retry_after: Math.ceil(PAUSE * 60 - since) })
    // Updated directly, with the precision of the column, in the transaction of the mail: two concurrent taps are serialised.
    await trx.from('learning_participations').where('id', participation.id).update({ link_mailed_at: new Date() })
    const payload: LinkFacts = { participationId: participation.id }
    await sendMail(trx, LINK_MAIL, { to: { member: participation.membershipId }, payload })
  })
}

/** The values in the mail. The link gives no access by itself: the person has to sign in. */
export async function linkMailValues({ participationId }: LinkFacts): Promise<Record<string, string>> {
  const participation = await Participation.findOrFail(participationId)
  const { version } = await versionContent(participation.versionId)
  const { language } = await db.from('kit_members').where('id', participation.membershipId).select('language').firstOrFail()
  return {
    course: textIn(version.name, participation.language ?? language),
    actionUrl: await platformUrl(`/deelnemer/training/${participation.id}`),
  }
}
