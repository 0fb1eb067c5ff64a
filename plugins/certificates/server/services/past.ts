import type { EventHistory, PayloadOf } from '#core/contract/events'
import type { certificateIssued } from '../../contract/index.js'
import Certificate from '../models/certificate.js'

/** Past `certificateIssued` events, read from the certificates. */
export const pastIssued: EventHistory<PayloadOf<typeof certificateIssued>> = {
  count: async () => {
    const row = await Certificate.query().count('* as n').firstOrFail()
    return Number(row.$extras.n)
  },
  after: async (key, limit) => {
    const certificates = await Certificate.query().where('id', '>', key).orderBy('id').limit(limit)
    return certificates.map(({ id, participationId, membershipId, number, courseName, issuedAt, validUntil }) => ({
      key: id,
      occurredAt: issuedAt.toJSDate(),
      payload: {
        certificateId: id,
        participationId,
        membershipId,
        number,
        courseName,
        issuedAt: issuedAt.toUTC().toISO()!,
        validUntil: validUntil?.toISODate() ?? null,
      },
    }))
  },
}
