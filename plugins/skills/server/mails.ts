import { defineMail } from '#core/contract/plugin'
import type { MentorFacts } from './services/mentors.js'

/** To both when a mentor is assigned, and to a mentor who is removed. */
export const skillsMails = [
  defineMail<MentorFacts>({
    trigger: 'skills.mail.mentor',
    receivedBy: ['leerling', 'beheerder'],
    load: async (facts) => (await import('./services/mentors.js')).mentorValues(facts),
    sample: { role: 'mentor', person: 'Sanne de Vries', skill: 'B-VCA', actionUrl: 'https://platform.example/profiel' },
  }),
]
