import { invalid, notFound } from '#core/contract/errors'
import { previewText, sendTest } from '#core/kit/mail'
import { acrossCompanies, type Session } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import type { Variant, WrittenIn } from '../../states.js'
import { findInAudience } from './audience.js'
import { findCampaign } from './campaigns.js'
import { withSubject } from './sending.js'
import { TRIGGER } from './trigger.js'

/** The words of a campaign in a language. @throws AppError 422 at `language` if the campaign is not written in it */
async function written(id: number, { language, variant }: Version) {
  const campaign = await findCampaign(id)
  const words = campaign.words[language]
  if (!words) throw invalid('language', 'enum')
  return { campaign, words: withSubject(words, campaign.other_subjects?.[language], variant ?? null) }
}

/** The language of a mail, and which of its two subjects. */
interface Version {
  language: WrittenIn
  variant?: Variant | undefined
}

/**
 * A campaign's mail as its reader sees it.
 * @param member of its audience: with their first name, and the branding of their company; without a member it is a sample
 * @throws AppError 404 for an unknown campaign, and for a person who would not receive it; 422 at `language`
 */
export const previewCampaign = (session: Session, id: number, { member, ...version }: Version & { member?: number | undefined }) =>
  acrossCompanies(session, 'marketing.preview', async () => {
    const { campaign, words } = await written(id, version)
    const person = member === undefined ? null : await findInAudience(session, campaign.audience, member)
    if (member !== undefined && !person) throw notFound()
    // The link is not tracked, so a click is not counted.
    const values = { actionUrl: campaign.link ? await platformUrl(campaign.link) : '', ...(person && { firstname: person.firstname }) }
    return previewText(
      { company: person?.company_id ?? campaign.audience.company, trigger: TRIGGER, language: version.language },
      words,
      values,
    )
  })

/** Sends a campaign's mail to the person who requests it. @throws AppError 404; 422 at `language`; 429 too_many_tests */
export const testCampaign = (session: Session, id: number, version: Version): Promise<void> =>
  acrossCompanies(session, 'marketing.test', async () => {
    const { campaign, words } = await written(id, version)
    await sendTest(session, { company: campaign.audience.company, trigger: TRIGGER, language: version.language }, words)
  })
