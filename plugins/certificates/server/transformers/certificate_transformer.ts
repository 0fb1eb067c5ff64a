import type { Branding } from '#core/contract/bootstrap'
import type { CertificateStatus, CertificateSummary } from '../../contract/index.js'
import type Certificate from '../models/certificate.js'
import type { QrPath } from '#core/kit/qr'
import { statusOf } from '../services/certificate_status.js'

/** Every field on the certificate. Dates are `yyyy-mm-dd`, moments ISO 8601. */
export interface PrintedCertificate {
  number: string
  status: CertificateStatus
  company_name: string
  /** Null after the person was erased. */
  person_name: string | null
  birthdate: string | null
  course_name: string
  grade: number | null
  issued_at: string
  valid_until: string | null
  revoked_at: string | null
}

export interface OwnCertificate extends PrintedCertificate {
  id: number
  participation_id: number
  /** For its owner and managers only: it opens the public page. */
  token: string
}

export interface ListedCertificate extends OwnCertificate {
  membership_id: number | null
  revoked_reason: string | null
}

export interface PublicCertificate extends PrintedCertificate {
  branding: Branding
  /** The printed QR code as an SVG path, so that the browser needs no library for it. */
  qr: QrPath
}

const iso = (moment: { toJSDate(): Date }) => moment.toJSDate().toISOString()

function toPrinted(certificate: Certificate): PrintedCertificate {
  return {
    number: certificate.number,
    status: statusOf(certificate),
    company_name: certificate.companyName,
    person_name: certificate.personName,
    birthdate: certificate.birthdate?.toISODate() ?? null,
    course_name: certificate.courseName,
    grade: certificate.grade,
    issued_at: iso(certificate.issuedAt),
    valid_until: certificate.validUntil?.toISODate() ?? null,
    revoked_at: certificate.revokedAt ? iso(certificate.revokedAt) : null,
  }
}

/** For the owner of the certificate. */
export function toOwn(certificate: Certificate): OwnCertificate {
  return {
    id: certificate.id,
    participation_id: certificate.participationId,
    token: certificate.token,
    ...toPrinted(certificate),
  }
}

/** For managers: also why it was withdrawn. */
export function toListed(certificate: Certificate): ListedCertificate {
  return { ...toOwn(certificate), membership_id: certificate.membershipId, revoked_reason: certificate.revokedReason }
}

/** For a visitor with the token: the printed data, without the reason of a withdrawal. */
export function toPublic(certificate: Certificate, branding: Branding, qr: QrPath): PublicCertificate {
  return { ...toPrinted(certificate), branding, qr }
}

/** For other plugins. */
export function toSummary(certificate: Certificate): CertificateSummary {
  return {
    id: certificate.id,
    participationId: certificate.participationId,
    number: certificate.number,
    status: statusOf(certificate),
    issuedAt: iso(certificate.issuedAt),
    validUntil: certificate.validUntil?.toISODate() ?? null,
  }
}

/** For the person's data export. */
export function toPersonalData(certificate: Certificate): Record<string, unknown> {
  return { ...toPrinted(certificate), revoked_reason: certificate.revokedReason }
}
