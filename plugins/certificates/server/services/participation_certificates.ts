import type { CertificateSummary } from '../../contract/index.js'
import Certificate from '../models/certificate.js'
import { toSummary } from '../transformers/certificate_transformer.js'

/** See CertificatesService in contract/. */
export async function forParticipations(ids: readonly number[]): Promise<Map<number, CertificateSummary>> {
  if (!ids.length) return new Map()
  const certificates = await Certificate.query().whereIn('participationId', [...ids])
  return new Map(certificates.map((certificate) => [certificate.participationId, toSummary(certificate)]))
}
