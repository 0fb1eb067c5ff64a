import type { MoveRules } from '#core/contract/moves'

/** What becomes of its rows when a person goes to another company, or has two accounts. */
export const certificatesMoves: MoveRules = {
  tables: { certificates_certificates: { with: 'participation_id' } },
  words: {
    certificates_certificates: { goes: 'certificates.move.goes', stays: 'certificates.move.stays', merged: 'certificates.move.merged' },
  },
  // As they were given out: drawn with the colours of the company that gave them.
  prepare: async (membershipId) => (await import('./services/document_service.js')).drawAllOf(membershipId),
}
