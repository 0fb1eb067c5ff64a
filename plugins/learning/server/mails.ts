import { defineMail } from '#core/contract/plugin'
import {
  COURSE_REMINDERS,
  ASSIGNED_MAILS,
  OVERDUE_MAIL,
  REGRADED_MAIL,
  REMINDER_MAILS,
  WITHDRAWN_MAIL,
} from './following/reminder_kinds.js'
import type { DigestFacts, ReminderFacts } from './following/reminders.js'
import type { AssignedFacts } from './following/notify.js'
import type { RegradedFacts } from './withdrawing/mail_regraded.js'
import type { LinkFacts } from './services/mail_link.js'

/** The mails of learning; their texts are messages. */
export const learningMails = [
  defineMail({
    trigger: 'learning.mail.link',
    // The person requested it, to their own address, so their mail preferences do not apply.
    aboutAccount: true,
    load: async (facts: LinkFacts) => (await import('./services/mail_link.js')).linkMailValues(facts),
    sample: { course: 'Veilig werken op hoogte', actionUrl: 'https://platform.example/deelnemer/training/12' },
  }),
  ...[...Object.values(REMINDER_MAILS), ...Object.values(COURSE_REMINDERS).map(({ trigger }) => trigger)].map((trigger) =>
    defineMail({
      trigger,
      receivedBy: ['leerling'],
      load: async (facts: ReminderFacts) => (await import('./following/reminders.js')).reminderValues(facts),
      sample: {
        course: 'Veilig werken op hoogte',
        due: 'vrijdag 4 december',
        actionUrl: 'https://platform.example/deelnemer/training/12',
      },
    }),
  ),
  ...Object.values(ASSIGNED_MAILS).map((trigger) =>
    defineMail({
      trigger,
      receivedBy: ['leerling'],
      load: async (facts: AssignedFacts) => (await import('./following/notify.js')).assignedValues(facts),
      sample: {
        count: '1',
        course: 'Veilig werken op hoogte',
        courses: '– Veilig werken op hoogte: uiterlijk vrijdag 4 december (verplicht)',
        actionUrl: 'https://platform.example/deelnemer/training/12',
      },
    }),
  ),
  defineMail({
    trigger: WITHDRAWN_MAIL,
    receivedBy: ['leerling'],
    load: async (facts: AssignedFacts) => (await import('./following/notify.js')).withdrawnValues(facts),
    sample: {
      count: '1',
      course: 'Veilig werken op hoogte',
      courses: '– Veilig werken op hoogte',
      actionUrl: 'https://platform.example/deelnemer/trainingen',
    },
  }),
  defineMail({
    trigger: REGRADED_MAIL,
    receivedBy: ['leerling'],
    load: async (facts: RegradedFacts) => (await import('./withdrawing/mail_regraded.js')).regradedValues(facts),
    sample: {
      course: 'Veilig werken op hoogte',
      question: 'Vanaf welke hoogte is randbeveiliging verplicht?',
      reason: 'Twee antwoorden waren goed.',
      result: 'Je bent nu geslaagd, met 75%.',
      actionUrl: 'https://platform.example/deelnemer/training/quiz/resultaten/12',
    },
  }),
  defineMail({
    trigger: OVERDUE_MAIL,
    receivedBy: ['beheerder'],
    // Names of other people: not stored in the outbox, because erasing a person would not find them there.
    secrets: ['people'],
    load: async (facts: DigestFacts) => (await import('./following/reminders.js')).digestValues(facts),
    sample: {
      count: '2',
      people: 'Sanne de Vries: Veilig werken op hoogte (vrijdag 20 november)\nDaan Bakker: Toolbox ladders (donderdag 19 november)',
      actionUrl: 'https://platform.example/totaal?overdue=true',
    },
  }),
]
