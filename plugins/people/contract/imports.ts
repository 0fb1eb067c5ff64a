import { defineSlot } from '#core/contract/web'

/** The purposes of a file of people: new people of the company, members of groups, participants of a booking. */
export const IMPORT_TARGETS = ['people', 'members', 'participants'] as const
export type ImportTarget = (typeof IMPORT_TARGETS)[number]

const PERSON = ['firstname', 'infix', 'lastname', 'full_name', 'email', 'birthdate'] as const

/** The fields that a file of each target may have. A file of members of one group has no column of groups. */
export const TARGET_FIELDS = {
  people: [...PERSON, 'language', 'personnel_number', 'job_title', 'manager', 'groups', 'course'],
  members: [...PERSON, 'language', 'personnel_number', 'groups'],
  participants: [...PERSON, 'personnel_number'],
} as const satisfies Record<ImportTarget, readonly string[]>

/** Most lines in a file. No company has more people, and a larger booking needs a contract. */
export const MAX_LINES: Record<ImportTarget, number> = { people: 50_000, members: 50_000, participants: 200 }

/** A person of a file of participants. */
export interface ImportedPerson {
  /** Null for somebody who is not in the company yet. */
  membership: number | null
  firstname: string
  infix: string | null
  lastname: string
  /** Empty for a colleague without one. */
  email: string
  birthdate: string | null
}

export interface PeopleFileProps {
  target: ImportTarget
  /** For an admin the id of the company; empty for a supervisor's own. */
  company: string
  /** The group of a file of members; null: each line names its groups. */
  group?: number | null
  /** Shows the import in a dialog, which closes itself when everything was done. The id of the import is in the address (`?import=`). */
  onClose?: () => void
  /** Receives the people of a file of participants. */
  onPeople?: (people: readonly ImportedPerson[]) => void
}

/** The import of a file of people, for the pages of other plugins. This plugin fills it. */
export const peopleFileSlot = defineSlot<PeopleFileProps>('people.file')
