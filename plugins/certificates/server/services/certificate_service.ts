import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import { inCompanyOfRow, inCompanyOfToken, type Session } from '#core/kit/scope'
import { conflict, notFound } from '#core/contract/errors'
import { emit } from '#core/kit/events'
import { type OpenFile, removeFile } from '#core/kit/files'
import { type CertificateFacts, certificateRevoked } from '../../contract/index.js'
import Certificate from '../models/certificate.js'
import { documentOf } from './document_service.js'

const TABLE = 'certificates_certificates'

/** A person's own certificates in this company, newest first. */
export async function listOwnCertificates({ membershipId }: Session): Promise<Certificate[]> {
  if (!membershipId) return []
  return Certificate.query().where('membershipId', membershipId).orderBy('issuedAt', 'desc').orderBy('id', 'desc')
}

/**
 * The PDF of one's own certificate, or of any for people who may view them.
 * @throws AppError 404 for another person's
 */
export async function readDocument(session: Session, id: string): Promise<OpenFile> {
  if (!session.companyId && !session.can('certificates.view')) throw notFound()
  return inCompanyOfRow(session, { table: TABLE, id, reason: 'certificates.pdf' }, async () => {
    const certificate = await Certificate.findOrFail(id)
    const own = certificate.membershipId !== null && certificate.membershipId === session.membershipId
    if (!own && !session.can('certificates.view')) throw notFound()
    return documentOf(certificate)
  })
}

/**
 * Withdraws a certificate; its page and PDF show it from then on.
 * @throws AppError 404 for an id of another company, 409 already_revoked
 */
export async function revokeCertificate(session: Session, id: string, reason: string): Promise<Certificate> {
  return inCompanyOfRow(session, { table: TABLE, id, reason: 'certificates.revoke' }, async () => {
    return db.transaction(async (trx) => {
      const found = await Certificate.query({ client: trx }).where('id', id).forUpdate().firstOrFail()
      if (found.revokedAt) throw conflict('already_revoked')
      const drawn = found.fileId
      await found.merge({ revokedAt: DateTime.now(), revokedReason: reason, revokedBy: session.userId, fileId: null }).save()
      await emit(trx, certificateRevoked, { ...factsOf(found), reason })
      // The stored PDF says that it is valid, so the next download draws a new one.
      if (drawn) await removeFile(drawn, trx)
      return found
    })
  })
}

/** The data of the events. Pure. */
export function factsOf(certificate: Certificate): CertificateFacts {
  const { id, participationId, membershipId, number, courseName } = certificate
  return { certificateId: id, participationId, membershipId, number, courseName }
}

/**
 * The data for a visitor with the token.
 * @throws AppError 404 for an unknown token
 */
export async function inCompanyOfCertificate<T>(token: string, fn: (certificate: Certificate) => Promise<T>): Promise<T> {
  return inCompanyOfToken({ plugin: 'certificates', table: TABLE, token }, async () => fn(await Certificate.findByOrFail('token', token)))
}
