import { defineSettings } from '#core/contract/settings'

/**
 * What the platform's admins record of a company. The catalogue and the exams
 * are no plugins yet: until they are, their marks stand where they are set and
 * listed, and move to those plugins with a migration (decision 0056).
 */
export const companiesSettings = defineSettings('companies', [
  {
    key: 'catalogue_access',
    kind: 'flag',
    group: 'marks',
    everywhere: true,
    browser: true,
    // Specification, section 3: a field of the identify call.
    identifiedAs: 'has_catalogue_access',
  },
  { key: 'sir_member', kind: 'flag', group: 'marks', everywhere: true },
  { key: 'exam_provider', kind: 'flag', group: 'marks', everywhere: true },
])
