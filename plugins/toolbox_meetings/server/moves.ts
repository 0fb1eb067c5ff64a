import type { MoveRules } from '#core/contract/moves'

/** The attendance of a company's meetings stays in that company's register, because its auditor asks for it. */
export const toolboxMoves: MoveRules = {
  tables: {
    toolbox_meetings_meetings: 'stays',
    toolbox_meetings_attendees: 'stays',
    toolbox_meetings_corrections: 'stays',
  },
}
