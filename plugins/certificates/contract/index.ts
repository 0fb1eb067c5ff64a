import { defineEvent } from '#core/contract/events'
import { defineService } from '#core/contract/services'

export const CERTIFICATE_STATUSES = ['valid', 'expired', 'revoked'] as const
export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number]

/** A certificate that expires within this number of days calls for a refresher. */
export const EXPIRING_DAYS = 90

/** The fields of every certificate event. */
export interface CertificateFacts {
  certificateId: number
  participationId: number
  /** Null when the person left the company. */
  membershipId: number | null
  number: string
  courseName: string
}

/** A person got a certificate, after passing a course. */
export const certificateIssued = defineEvent<CertificateFacts & { issuedAt: string; validUntil: string | null }>(
  'certificates.certificate.issued',
)
/** A certificate is no longer valid: a manager withdrew it (with a reason), or the person's data was erased (without). */
export const certificateRevoked = defineEvent<CertificateFacts & { reason: string | null }>('certificates.certificate.revoked')

export interface CertificateSummary {
  id: number
  participationId: number
  number: string
  status: CertificateStatus
  /** ISO 8601. */
  issuedAt: string
  /** The last valid day, `yyyy-mm-dd`; null: no end. */
  validUntil: string | null
}

/** The interface of certificates for other plugins. Runs in the caller's scope. */
export interface CertificatesService {
  /** The certificates of these participations, in one query; those without one are left out. */
  forParticipations(ids: readonly number[]): Promise<Map<number, CertificateSummary>>
}

export const certificatesService = defineService<CertificatesService>('certificates.service')
