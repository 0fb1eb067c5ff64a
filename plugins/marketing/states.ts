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
export const CAMPAIGN_ACTS = ['pause', 'resume', 'stop', 'unschedule'] as const
export type CampaignAct = (typeof CAMPAIGN_ACTS)[number]

/** The languages that a campaign can be written in. */
export const WRITTEN_IN = ['nl', 'en'] as const
export type WrittenIn = (typeof WRITTEN_IN)[number]

/** The kinds of people who can be mailed. */
export const AUDIENCE_ROLES = ['leerling', 'beheerder', 'examinator'] as const
/** Mails per minute. */
export const MOST_PACE = 6000
