import { defineSettings } from '#core/contract/settings'

/** The limit of any entered address (specification, section 5). */
const EMAIL = '[^\\s@<>",;]+@[^\\s@<>",;]+\\.[^\\s@<>",;]+'

/**
 * Data that the platform's admins record about a company. The catalogue and the exams are no plugins yet: until they are, their flags are
 * set and listed here, and move to those plugins with a migration (decision 0056).
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
  { key: 'sir_member', kind: 'flag', group: 'marks', everywhere: true, platform: true },
  { key: 'exam_provider', kind: 'flag', group: 'marks', everywhere: true, platform: true },
  // For exam providers: their terms, and the address for messages about them. People of other companies read the terms before they book
  // (decision 0206).
  { key: 'exam_terms', kind: 'texts', max: 8000, rows: 6, group: 'exams', when: 'exam_provider', published: true },
  ...(['status', 'confirmation', 'billing', 'application', 'finish'] as const).map(
    (about) =>
      ({
        key: `exam_mail_${about}`,
        kind: 'line',
        max: 254,
        pattern: EMAIL,
        rule: 'email',
        group: 'exams',
        half: true,
        when: 'exam_provider',
      }) as const,
  ),
])
