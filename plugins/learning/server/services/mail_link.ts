import db from '@adonisjs/lucid/services/db'
import { AppError } from '#core/contract/errors'
import { sendMail } from '#core/kit/mail'
import { platformUrl } from '#core/kit/settings'
import { textIn } from '#core/kit/words'
import Participation from '../models/participation.js'
import { type Owner, findOwn } from './participation_service.js'
import { versionContent } from './version_content.js'

export const LINK_MAIL = 'learning.mail.link'
/** Minutes until the same link may be mailed again. */
const PAUSE = 10

/** What the mail is written from. */
export interface LinkFacts {
  participationId: number
}

/**
 * Mails a person the address of their own course, to go on with it on a computer. Once in ten minutes.
 * @throws AppError 404 for anyone else's; 429 link_mailed_just_now, `retry_after` in seconds
 */
export async function mailLink(owner: Owner, participationId: number): Promise<void> {
  await db.transaction(async (trx) => {
    const participation = await findOwn(owner, participationId, trx)
    const since = participation.linkMailedAt ? (Date.now() - participation.linkMailedAt.toMillis()) / 1000 : Infinity
    if (since < PAUSE * 60) throw new AppError(429, 'link_mailed_just_now', { retry_after: Math.ceil(PAUSE * 60 - since) })
    // By the database's own column type and in the transaction of the mail: two taps at once come one after the other.
    await trx.from('learning_participations').where('id', participation.id).update({ link_mailed_at: new Date() })
    const payload: LinkFacts = { participationId: participation.id }
    await sendMail(trx, LINK_MAIL, { to: { member: participation.membershipId }, payload })
  })
}

/** What the mail may say. Its address opens nothing by itself: one signs in. */
export async function linkMailValues({ participationId }: LinkFacts): Promise<Record<string, string>> {
  const participation = await Participation.findOrFail(participationId)
  const { version } = await versionContent(participation.versionId)
  const { language } = await db.from('kit_members').where('id', participation.membershipId).select('language').firstOrFail()
  return {
    course: textIn(version.name, participation.language ?? language),
    actionUrl: await platformUrl(`/deelnemer/training/${participation.id}`),
  }
}
