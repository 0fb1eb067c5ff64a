import type { MoveRules } from '#core/contract/moves'

/** Rules for the rows of this plugin when a person moves to another company or merges two accounts. */
export const certificatesMoves: MoveRules = {
  tables: { certificates_certificates: { with: 'participation_id' } },
  words: {
    certificates_certificates: { goes: 'certificates.move.goes', stays: 'certificates.move.stays', merged: 'certificates.move.merged' },
  },
  // As they were issued: in the colours of the company that issued them.
  prepare: async (membershipId) => (await import('./services/document_service.js')).drawAllOf(membershipId),
}
