import { defineStatuses } from '#core/contract/statuses'

/** The states of a campaign. */
export const CAMPAIGN_STATES = ['draft', 'scheduled', 'sending', 'paused', 'done'] as const
export type CampaignState = (typeof CAMPAIGN_STATES)[number]

export const campaignStates = defineStatuses('marketing.state', {
  draft: ['neutral', 'edit'],
  scheduled: ['info', 'calendar'],
  sending: ['info', 'mails'],
  paused: ['warning', 'pause'],
  done: ['success', 'success'],
})

/** The actions of an admin on a started campaign. */
export const CAMPAIGN_ACTS = ['pause', 'resume', 'stop', 'unschedule', 'choose_a', 'choose_b'] as const
export type CampaignAct = (typeof CAMPAIGN_ACTS)[number]

/** The two subjects of a campaign that tries them on a part of its recipients. */
export const VARIANTS = ['a', 'b'] as const
export type Variant = (typeof VARIANTS)[number]
/** Limits of a trial: percent of the recipients for each subject, and hours. */
export const TRIAL = { share: [1, 50], hours: [1, 168] } as const

/** A booking within this many days after a click counts as a result of the campaign. */
export const BOOKED_WITHIN_DAYS = 30

/** The languages that a campaign can be written in. */
export const WRITTEN_IN = ['nl', 'en'] as const
export type WrittenIn = (typeof WRITTEN_IN)[number]

/** The kinds of people who can be mailed. */
export const AUDIENCE_ROLES = ['leerling', 'beheerder', 'examinator'] as const
/** Mails per minute. */
export const MAX_PACE = 6000

/** The states of a lead. */
export const LEAD_STATES = ['new', 'contacted', 'won', 'lost'] as const
export type LeadState = (typeof LEAD_STATES)[number]

export const leadStates = defineStatuses('marketing.lead.state', {
  new: ['info', 'not_started'],
  contacted: ['warning', 'mails'],
  won: ['success', 'success'],
  lost: ['neutral', 'canceled'],
})
