import type { ArchiveRules } from '#core/contract/archive'

const HERE = 'other systems know this platform by its address and its keys: they are connected again'

/** Facts about the tables that the database does not contain, for the export of a company. */
export const ltiArchiveRules: ArchiveRules = {
  stays: Object.fromEntries(
    [
      'platforms',
      'deployments',
      'keys',
      'public_keys',
      'nonces',
      'people',
      'sources',
      'source_secrets',
      'arrivals',
      'contexts',
      'context_people',
      'links',
      'grades',
      'invitations',
      'launches',
    ].map((table) => [`lti_${table}`, HERE]),
  ),
}
