import type { MoveRules } from '#core/contract/moves'

/** What becomes of its rows when a person goes to another company, or has two accounts. */
export const ltiMoves: MoveRules = {
  // Who they are at another system, they are in the company that is connected to it.
  tables: {
    lti_people: 'stays',
    lti_arrivals: 'stays',
    lti_launches: 'stays',
    lti_context_people: { with: 'lti_context_people.person_id' },
    lti_grades: { with: 'lti_grades.person_id' },
  },
}
