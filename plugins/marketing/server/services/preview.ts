import { invalid, notFound } from '#core/contract/errors'
import { companyChoices } from '#core/kit/companies'
import { type MailWords, previewText, sendTest } from '#core/kit/mail'
import { acrossCompanies, type Session } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import type { WrittenIn } from '../../states.js'
import { findInAudience } from './audience.js'
import { findCampaign } from './campaigns.js'
import { ownPath } from './own_path.js'
import { TRIGGER } from './trigger.js'

/** A campaign's mail in one language, saved or not. */
export interface Letter extends MailWords {
  language: WrittenIn
  /** Whose look it has; null: the platform's. */
  company: number | null
}

/** @throws AppError 404 for an unknown company, or one without campaigns */
async function keyOf({ company, language }: Letter) {
  if (company !== null && !(await companyChoices('marketing')).some(({ id }) => id === company)) throw notFound()
  return { company, trigger: TRIGGER, language }
}

/** Where the button leads. The link is not tracked, so a click is not counted. @throws AppError 422 at `link` (own_address) */
async function actionUrl(link: string): Promise<string> {
  if (!link.trim()) return ''
  const path = await ownPath(link.trim())
  if (path === null) throw invalid('link', 'own_address')
  return platformUrl(path)
}

/**
 * A campaign's mail as its reader sees it.
 * @param reader of the audience of a saved campaign: with their first name, and the look of their company; null: a sample
 * @throws AppError 404 for an unknown campaign or company, and for a person who would not receive it; 422 at `link` and as `previewText`
 */
export const previewCampaign = (session: Session, letter: Letter & { link: string }, reader: { campaign: number; member: number } | null) =>
  acrossCompanies(session, 'marketing.preview', async () => {
    const person = reader && (await findInAudience(session, (await findCampaign(reader.campaign)).audience, reader.member))
    if (reader && !person) throw notFound()
    const key = await keyOf(letter)
    const values = { actionUrl: await actionUrl(letter.link), ...(person && { firstname: person.firstname }) }
    return previewText({ ...key, company: person?.company_id ?? key.company }, letter, values)
  })

/** Sends a campaign's mail to the person who requests it. @throws AppError 404 for an unknown company; 422, 429 as `sendTest` */
export const testCampaign = (session: Session, letter: Letter): Promise<void> =>
  acrossCompanies(session, 'marketing.test', async () => sendTest(session, await keyOf(letter), letter))
