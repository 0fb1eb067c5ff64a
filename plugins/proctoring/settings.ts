import { defineSettings } from '#core/contract/settings'

/**
 * The provider that reviews this company's recorded quizzes where no exam of their course names one. For a provider: how long it stores
 * recordings, which participants of other companies read before they agree.
 */
export const proctoringSettings = defineSettings('proctoring', [
  // The provider's login id: the platform's admins arrange it with both companies.
  { key: 'provider', kind: 'line', max: 60, group: 'recordings', platform: true },
  { key: 'retention_days', kind: 'number', min: 1, max: 365, group: 'recordings', default: 30, required: true, published: true },
])
