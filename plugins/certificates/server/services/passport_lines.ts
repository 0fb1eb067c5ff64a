import type { PassportSource } from '#plugins/passport/contract/index'
import Certificate from '../models/certificate.js'
import { dayOf } from './certificate_status.js'

/** Lines for a safety passport: a person's certificates, without revoked ones. */
export const service: PassportSource = {
  async lines(membershipId) {
    const found = await Certificate.query().where({ membershipId }).whereNull('revokedAt').whereNull('erasedAt').orderBy('issuedAt', 'desc')
    return found.map(({ courseName, number, issuedAt, validUntil }) => ({
      ...{ name: courseName, detail: number, from: dayOf(issuedAt), until: validUntil?.toISODate() ?? null },
    }))
  },
}
