import { defineMail } from '#core/contract/plugin'

/** Who is told: the mentor, the person they guide, or the mentor who was before. */
export const MENTOR_ROLES = ['mentor', 'starter', 'former'] as const
export type MentorRole = (typeof MENTOR_ROLES)[number]

export interface MentorFacts {
  role: MentorRole
  /** Of the other one of the two. */
  member: number
  skill: number
}

export const MENTOR_MAIL = 'skills.mail.mentor'

/** To both when a mentor is named, and to a mentor who is not any more. */
export const skillsMails = [
  defineMail<MentorFacts>({
    trigger: MENTOR_MAIL,
    receivedBy: ['leerling', 'beheerder'],
    load: async (facts) => (await import('./services/mentors.js')).mentorValues(facts),
    sample: { role: 'mentor', person: 'Sanne de Vries', skill: 'B-VCA', actionUrl: 'https://platform.example/profiel' },
  }),
]
