import { defineStatuses } from '#core/contract/statuses'

/** How a campaign stands. */
export const CAMPAIGN_STATES = ['draft', 'scheduled', 'sending', 'paused', 'done'] as const
export type CampaignState = (typeof CAMPAIGN_STATES)[number]

export const campaignStates = defineStatuses('marketing.state', {
  draft: ['neutral', 'edit'],
  scheduled: ['info', 'calendar'],
  sending: ['info', 'mails'],
  paused: ['warning', 'pause'],
  done: ['success', 'success'],
})

/** What an admin may do with a campaign that was started. */
export const CAMPAIGN_ACTS = ['pause', 'resume', 'stop', 'unschedule'] as const
export type CampaignAct = (typeof CAMPAIGN_ACTS)[number]

/** Languages that a campaign is written in. */
export const WRITTEN_IN = ['nl', 'en'] as const
export type WrittenIn = (typeof WRITTEN_IN)[number]

/** Who can be written to. */
export const AUDIENCE_ROLES = ['leerling', 'beheerder', 'examinator'] as const
/** Mails a minute. */
export const MOST_PACE = 6000
