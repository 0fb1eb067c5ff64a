import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import { emit } from '#core/kit/events'
import { certificateRevoked } from '../../contract/index.js'
import Certificate from '../models/certificate.js'
import { toPersonalData } from '../transformers/certificate_transformer.js'
import { factsOf } from './certificate_service.js'
import { removeNamedDrawings } from './document_service.js'

/** Everything that certificates keep about a membership. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const certificates = await Certificate.query().where('membershipId', membershipId).orderBy('id')
  return { certificates: certificates.map(toPersonalData) }
}

/**
 * Takes the person out of their certificates. Number, course and dates stay:
 * the company must be able to show which certificates it gave out, and a paper
 * that still goes around must not look as if it never existed. Without a name
 * it proves nothing any more, so it is withdrawn too.
 */
export async function erasePersonalData(membershipId: number): Promise<void> {
  const ids = (await db.from('certificates_certificates').where('membership_id', membershipId).select('id')).map(({ id }) => id as number)
  // First: cut off after the rows are nobody's, another call would not find the drawings any more.
  for (const id of ids) await removeNamedDrawings(id)
  await db.transaction(async (trx) => {
    const certificates = await Certificate.query({ client: trx }).where('membershipId', membershipId).whereNull('erasedAt').forUpdate()
    for (const certificate of certificates) {
      const counted = certificate.revokedAt === null
      const now = DateTime.now()
      await certificate
        // The reason that a manager wrote may name the person.
        .merge({
          membershipId: null,
          personName: null,
          birthdate: null,
          revokedAt: certificate.revokedAt ?? now,
          revokedReason: null,
          erasedAt: now,
          fileId: null,
        })
        .save()
      if (counted) await emit(trx, certificateRevoked, { ...factsOf(certificate), reason: null })
    }
  })
  // And again: somebody may have asked for one in between.
  for (const id of ids) await removeNamedDrawings(id)
}
