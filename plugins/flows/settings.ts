import { defineSettings } from '#core/contract/settings'

/** Which mails about flows a company sends. */
export const flowsSettings = defineSettings('flows', [
  { key: 'mail_step_started', kind: 'flag', group: 'mails', default: true },
  { key: 'mail_finished', kind: 'flag', group: 'mails', default: true },
  { key: 'mail_stuck', kind: 'flag', group: 'mails', default: true },
])
