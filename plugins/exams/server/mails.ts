import { defineMail } from '#core/contract/plugin'
import type { ProviderMailFacts } from './services/provider_mails.js'
import { entryChanged } from '../contract/index.js'
import type { CandidateFacts } from './services/candidates.js'
import type { RequestMailFacts } from './services/company_exams.js'
import type { RequestNewsFacts } from './services/request_mails.js'
import type { OthersFacts, ReminderFacts } from './services/reminders.js'

const mails = () => import('./services/provider_mails.js')
const moment = {
  course: 'Veilig werken op hoogte',
  moment: 'dinsdag 12 januari 2027 om 09:30',
  place: 'Examencentrum Noord, Havenweg 1, Den Helder',
  language: 'Nederlands',
  actionUrl: 'https://platform.example/exams/aanmeldingen?moment=1',
}
const people = {
  receivedBy: [],
  load: async (facts: ProviderMailFacts) => (await mails()).providerMailValues(facts),
  sample: { ...moment, count: '2', people: 'Sanne de Vries (Noordwind): aangemeld\nBas Vos (Noordwind): aangemeld' },
}
const withCalendar = { ...people, attachments: async (facts: ProviderMailFacts) => (await mails()).providerCalendar(facts) }

/** To the participant, two days before. */
const reminder = defineMail<ReminderFacts>({
  trigger: 'exams.mail.reminder',
  receivedBy: ['leerling'],
  load: async (facts) => (await import('./services/reminders.js')).reminderValues(facts),
  sample: { ...moment, adjustments: 'voorlezen (75 minuten)', actionUrl: 'https://platform.example/deelnemer/trainingen' },
})

/** To supervisors: the invitations of people without an e-mail address, to print. */
const reminderOfOthers = defineMail<OthersFacts>({
  trigger: 'exams.mail.reminder_of_others',
  receivedBy: ['beheerder'],
  load: async (facts) => (await import('./services/reminders.js')).reminderOfOthersValues(facts),
  sample: { ...moment, people: 'Piotr Kowalski: voorlezen (75 minuten)\nBas Vos' },
})

/** Asks a person who gets a seat, or a seat of another provider, for the data that the exam house needs. */
const candidate = defineMail<CandidateFacts & { status: string }>({
  trigger: 'exams.mail.candidate',
  on: entryChanged,
  when: ({ membershipId, status }) => membershipId !== null && status === 'waiting',
  to: ({ membershipId }) => membershipId!,
  receivedBy: ['leerling', 'beheerder'],
  load: async (facts) => (await import('./services/candidates.js')).candidateValues(facts),
  sample: {
    course: moment.course,
    moment: moment.moment,
    place: moment.place,
    actionUrl: 'https://platform.example/deelnemer/examengegevens/1',
  },
})

const asked = {
  receivedBy: ['beheerder'] as const,
  load: async (facts: RequestMailFacts) => (await import('./services/company_exams.js')).requestValues(facts),
  sample: {
    course: moment.course,
    place: 'Loods 4, Kade 12, IJmuiden',
    moment: moment.moment,
    list_until: 'dinsdag 5 januari 2027',
    reason: 'In die week hebben we geen examinator.',
    actionUrl: 'https://platform.example/exams/aanvragen',
  },
}

/** To the provider's address for applications, about a request at a company's own location. */
const requested = {
  receivedBy: [],
  load: async (facts: RequestNewsFacts) => (await import('./services/request_mails.js')).requestNewsValues(facts),
  sample: {
    ...{ company: 'Noordwind', course: moment.course, day: 'dinsdag 12 januari 2027', people: '8' },
    ...{ place: asked.sample.place, language: moment.language, note: 'Graag in de ochtend.', actionUrl: asked.sample.actionUrl },
  },
}

/** To participants, and to the addresses of the exam provider (specification, section 3: exam mails). */
export const examMails = [
  reminder,
  reminderOfOthers,
  candidate,
  defineMail<RequestNewsFacts>({ trigger: 'exams.mail.request', ...requested }),
  defineMail<RequestNewsFacts>({ trigger: 'exams.mail.request_withdrawn', ...requested }),
  defineMail<RequestMailFacts>({ trigger: 'exams.mail.request_planned', ...asked }),
  defineMail<RequestMailFacts>({ trigger: 'exams.mail.request_declined', ...asked }),
  defineMail<ProviderMailFacts>({ trigger: 'exams.mail.application', ...withCalendar }),
  defineMail<ProviderMailFacts>({ trigger: 'exams.mail.confirmation', ...withCalendar }),
  defineMail<ProviderMailFacts>({ trigger: 'exams.mail.status', ...withCalendar }),
  defineMail<ProviderMailFacts>({
    trigger: 'exams.mail.cancelled',
    ...withCalendar,
    sample: { ...people.sample, people: 'Sanne de Vries (Noordwind): geannuleerd' },
  }),
  defineMail<ProviderMailFacts>({ trigger: 'exams.mail.finish', ...people }),
  defineMail<ProviderMailFacts>({
    trigger: 'exams.mail.billing',
    receivedBy: [],
    load: async (facts) => (await mails()).billingMailValues(facts),
    sample: { ...moment, seats: 'Noordwind: 2\nBouwmeester: 1' },
  }),
]
