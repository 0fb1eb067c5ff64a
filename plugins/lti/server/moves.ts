import type { MoveRules } from '#core/contract/moves'

/** Rules for the rows of this plugin when a person moves to another company or merges two accounts. */
export const ltiMoves: MoveRules = {
  // An identity at another system belongs to the company connected to that system.
  tables: {
    lti_people: 'stays',
    lti_arrivals: 'stays',
    lti_launches: 'stays',
    lti_context_people: { with: 'lti_context_people.person_id' },
    lti_grades: { with: 'lti_grades.person_id' },
  },
}
