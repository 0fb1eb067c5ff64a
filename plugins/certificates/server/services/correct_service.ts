import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import type { PayloadOf } from '#core/contract/events'
import { emit, sendJob } from '#core/kit/events'
import { removeFile } from '#core/kit/files'
import { serviceOf } from '#core/kit/services'
import { translate } from '#core/kit/words'
import { type courseRegraded, learningService } from '#plugins/learning/contract/index'
import { certificateRevoked } from '../../contract/index.js'
import Certificate from '../models/certificate.js'
import { factsOf } from './certificate_service.js'

/**
 * Corrects the certificate of a course that was marked again: it prints the new grade, or is revoked because the course is no longer
 * passed. It follows the participation as it is now, so repeated and late events change nothing.
 */
export async function onCourseRegraded({ participationId }: PayloadOf<typeof courseRegraded>): Promise<void> {
  const [outcome] = (await (await serviceOf(learningService))?.outcomes([participationId])) ?? []
  if (!outcome) return
  await db.transaction(async (trx) => {
    const certificate = await Certificate.query({ client: trx }).where('participationId', participationId).forUpdate().first()
    if (!certificate || certificate.revokedAt || certificate.erasedAt) return
    const drawn = certificate.fileId
    if (outcome.status !== 'passed') {
      const reason = translate(certificate.language, 'certificates.revoked_by_marking')
      await certificate.merge({ revokedAt: DateTime.now(), revokedReason: reason, revokedByMarking: true, fileId: null }).save()
      await emit(trx, certificateRevoked, { ...factsOf(certificate), reason })
    } else if (certificate.grade !== outcome.grade) {
      await certificate.merge({ grade: outcome.grade, fileId: null }).save()
      await sendJob(trx, 'certificates.render', { certificateId: certificate.id })
    } else return
    // The stored PDF has the old grade.
    if (drawn) await removeFile(drawn, trx)
  })
}
