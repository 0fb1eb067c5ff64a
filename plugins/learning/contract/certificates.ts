import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'

/** A certificate that counts today. */
export interface ValidCertificate {
  membershipId: number
  courseId: number
  /** The last day on which it counts, `yyyy-mm-dd`; null: no end. */
  until: string | null
}

/**
 * Who holds a certificate of a course, asked before a course is given or booked once more and answered by who keeps certificates (the
 * plugin `certificates`). In the caller's scope.
 */
export interface CourseCertificates {
  /** Of each person and course the certificate that counts the longest. */
  valid(courseIds: readonly number[], membershipIds: readonly number[], trx?: TransactionClientContract): Promise<ValidCertificate[]>
  /** Of each person and course the last day of the certificate that counts the longest, also one that is past; one without an end is left out. */
  ends(
    courseIds: readonly number[],
    membershipIds: readonly number[],
    trx?: TransactionClientContract,
  ): Promise<{ membershipId: number; courseId: number; until: string }[]>
}

export const courseCertificates = defineService<CourseCertificates>('certificates.course_certificates')
