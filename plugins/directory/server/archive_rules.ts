import type { ArchiveRules } from '#core/contract/archive'

/** Facts about the tables that the database does not contain, for the export of a company. */
export const directoryArchiveRules: ArchiveRules = {
  references: { 'directory_groups.group_id': 'groups_groups' },
  stays: {
    directory_providers: "the secret of the sign-in provider is sealed with the platform's own key: it is set up again",
    directory_sign_ins: 'work that is under way ends where it began',
  },
}
