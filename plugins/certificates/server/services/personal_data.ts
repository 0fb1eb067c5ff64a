import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import { emit } from '#core/kit/events'
import { removeFile } from '#core/kit/files'
import { certificateRevoked } from '../../contract/index.js'
import Certificate from '../models/certificate.js'
import { toPersonalData } from '../transformers/certificate_transformer.js'
import { factsOf } from './certificate_service.js'

/** All certificate data of a membership. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const certificates = await Certificate.query().where('membershipId', membershipId).orderBy('id')
  return { certificates: certificates.map(toPersonalData) }
}

/**
 * Anonymises certificates. Number, course and dates stay: the company must be able to show which certificates it issued, and a circulating
 * paper must still be found, so the initials stay. Without a name it proves nothing any more, so it is withdrawn too.
 */
export async function erasePersonalData(membershipId: number): Promise<void> {
  await db.transaction(async (trx) => {
    const certificates = await Certificate.query({ client: trx }).where('membershipId', membershipId).whereNull('erasedAt').forUpdate()
    for (const certificate of certificates) {
      const counted = certificate.revokedAt === null
      const now = DateTime.now()
      const drawn = certificate.fileId
      await certificate
        // The reason that a manager entered may name the person.
        .merge({
          membershipId: null,
          personName: certificate.personName && initialsOf(certificate.personName),
          birthdate: null,
          revokedAt: certificate.revokedAt ?? now,
          revokedReason: null,
          erasedAt: now,
          fileId: null,
        })
        .save()
      // It shows whose it is. A drawing without a reference is the person's too: core deletes it.
      if (drawn) await removeFile(drawn, trx)
      if (counted) await emit(trx, certificateRevoked, { ...factsOf(certificate), reason: null })
    }
  })
}

/** `Sanne de Vries` → `S. d. V.` Pure. */
export function initialsOf(name: string): string {
  const words = name.normalize('NFC').split(/\s+/).filter(Boolean)
  return words.map((word) => `${[...word][0]!}.`).join(' ')
}
