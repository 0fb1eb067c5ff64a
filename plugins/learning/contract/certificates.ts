import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'

/** A certificate that is valid today. */
export interface ValidCertificate {
  membershipId: number
  courseId: number
  /** The last day on which it is valid, `yyyy-mm-dd`; null: no end. */
  until: string | null
}

/**
 * Looks up who holds a certificate of a course. Learning calls it before a course is assigned or booked again; the plugin `certificates`
 * provides it. Runs in the caller's scope.
 */
export interface CourseCertificates {
  /** For each person and course, the certificate that is valid longest. */
  valid(courseIds: readonly number[], membershipIds: readonly number[], trx?: TransactionClientContract): Promise<ValidCertificate[]>
  /**
   * For each person and course, the last day of the certificate that is valid longest, even if it is in the past. Certificates without an
   * end are left out.
   */
  ends(
    courseIds: readonly number[],
    membershipIds: readonly number[],
    trx?: TransactionClientContract,
  ): Promise<{ membershipId: number; courseId: number; until: string }[]>
  /** The numbers of the certificates of these participations that were not revoked, by participation. */
  numbers(participationIds: readonly number[]): Promise<Map<number, string>>
}

export const courseCertificates = defineService<CourseCertificates>('certificates.course_certificates')
