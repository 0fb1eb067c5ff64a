import { defineMail } from '#core/contract/plugin'

/** To a person whose presence was corrected after the meeting was closed. */
export const toolboxMails = [
  defineMail<{ correction: number }>({
    trigger: 'toolbox_meetings.mail.corrected',
    receivedBy: ['leerling', 'beheerder'],
    load: async (facts) => (await import('./services/mail_values.js')).correctedValues(facts),
    sample: {
      topic: 'Ladders en trappen',
      held_on: '12 januari 2027',
      outcome: 'aanwezig',
      reason: 'Stond wel op de presentielijst',
      actionUrl: 'https://platform.example/deelnemer/resultaten',
    },
  }),
]
