import { defineSettings } from '#core/contract/settings'

/**
 * Who reviews this company's recorded quizzes where no exam of their course names a provider; and, of a provider, how long it keeps
 * recordings, which participants of other companies read before they agree.
 */
export const proctoringSettings = defineSettings('proctoring', [
  // Its login id: the platform's admins agree with both companies on it.
  { key: 'provider', kind: 'line', max: 60, group: 'recordings', platform: true },
  { key: 'retention_days', kind: 'number', min: 1, max: 365, group: 'recordings', default: 30, required: true, published: true },
])
