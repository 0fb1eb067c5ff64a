import type { CampaignDetail } from '../server/services/campaigns.js'
import { AUDIENCE_ROLES, MAX_PACE, TRIAL, type Variant, WRITTEN_IN, type WrittenIn } from '../states.js'

const PARTS = ['subject', 'body', 'action', 'subject_b'] as const
type Words = Record<`${(typeof PARTS)[number]}_${WrittenIn}`, string>

/** A campaign as the values of its form. */
export type CampaignValues = Words & {
  name: string
  /** Empty: all companies. */
  company: string
  roles: string[]
  languages: string[]
  link: string
  pace: string
  trial_share: string
  trial_hours: string
} & Record<`people_${string}`, string[]>

const eachPart = <T>(make: (part: (typeof PARTS)[number], language: WrittenIn) => T) =>
  Object.fromEntries(WRITTEN_IN.flatMap((language) => PARTS.map((part) => [`${part}_${language}`, make(part, language)])))

/** @param campaign null: a new one @param filters keys of the filters over people */
export const valuesOf = (campaign: CampaignDetail | null, filters: readonly string[]): CampaignValues =>
  ({
    name: campaign?.name ?? '',
    company: campaign?.company ? String(campaign.company) : '',
    roles: campaign?.roles ?? [],
    languages: campaign?.languages ?? [],
    link: campaign?.link ?? '',
    pace: String(campaign?.pace ?? 60),
    trial_share: String(campaign?.trial?.share ?? 10),
    trial_hours: String(campaign?.trial?.hours ?? 24),
    ...eachPart((part, language) =>
      part === 'subject_b' ? (campaign?.trial?.subjects[language] ?? '') : (campaign?.words[language]?.[part] ?? ''),
    ),
    ...Object.fromEntries(filters.map((key) => [`people_${key}`, (campaign?.people[key] ?? []).map(String)])),
  }) as CampaignValues

/** Converts the form's values to the request body. */
export function bodyOf(values: CampaignValues, filters: readonly string[]) {
  const people = filters.flatMap((key) =>
    (values[`people_${key}`] ?? []).length ? [[key, (values[`people_${key}`] ?? []).map(Number)]] : [],
  )
  return {
    name: values.name,
    company: Number(values.company) || null,
    roles: values.roles as (typeof AUDIENCE_ROLES)[number][],
    languages: values.languages as never[],
    people: Object.fromEntries(people) as Record<string, number[]>,
    link: values.link,
    pace: Number(values.pace),
    trial_share: Number(values.trial_share),
    trial_hours: Number(values.trial_hours),
    ...(eachPart((part, language) => values[`${part}_${language}`]) as Words),
  }
}

/** The mail in one language, as the preview and the test take it. */
export const letterOf = (values: CampaignValues, language: WrittenIn, variant: Variant) => ({
  language,
  company: Number(values.company) || null,
  subject: values[`${variant === 'b' ? 'subject_b' : 'subject'}_${language}`],
  body: values[`body_${language}`],
  action: values[`action_${language}`],
  link: values.link,
})

export const isPace = (text: string) => /^[1-9]\d{0,3}$/.test(text.trim()) && Number(text) <= MAX_PACE

/** Whether a text is a whole number within the limits of a trial. */
export const isTrial = (text: string, which: keyof typeof TRIAL) =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= TRIAL[which][0] && Number(text) <= TRIAL[which][1]
