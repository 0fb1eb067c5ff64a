import { defineSettings } from '#core/contract/settings'

/** The mails about flows that a company sends. */
export const flowsSettings = defineSettings('flows', [
  { key: 'mail_step_started', kind: 'flag', group: 'mails', default: true },
  { key: 'mail_finished', kind: 'flag', group: 'mails', default: true },
  { key: 'mail_stuck', kind: 'flag', group: 'mails', default: true },
])
