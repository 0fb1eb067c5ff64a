import { defineMail } from '#core/contract/plugin'

const sample = { certificate: 'B-VCA', actionUrl: 'https://platform.example/deelnemer/resultaten' }
const load = async (facts: { courseId: number }) => (await import('./services/decisions.js')).decisionValues(facts)

/** Mails to a person about their own certificate: a supervisor's decision, or a denial by the register. */
export const certificateMails = [
  defineMail<{ courseId: number }>({ trigger: 'external_courses.mail.approved', receivedBy: ['leerling'], load, sample }),
  defineMail<{ courseId: number }>({
    trigger: 'external_courses.mail.refused',
    receivedBy: ['leerling'],
    load,
    sample: { ...sample, reason: 'De foto is onscherp, het nummer is niet te lezen.' },
  }),
  defineMail<{ courseId: number }>({ trigger: 'external_courses.mail.denied', receivedBy: ['leerling'], load, sample }),
]
