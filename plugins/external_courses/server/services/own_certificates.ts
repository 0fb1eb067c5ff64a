import db from '@adonisjs/lucid/services/db'
import type { Infer } from '@vinejs/vine/types'
import { conflict, forbidden, notFound } from '#core/contract/errors'
import { orUniqueError } from '#core/kit/database'
import { limitCalls } from '#core/kit/calls'
import { emit } from '#core/kit/events'
import { attachFile, storeFile, removeFile } from '#core/kit/files'
import { currentCompanyId, type Session } from '#core/kit/scope'
import { externalCourseRemoved } from '../../contract/index.js'
import { attachment } from '../files.js'
import Course from '../models/course.js'
import type { ownValidator } from '../validators/courses.js'
import { withFiles, wordsOf } from './course_service.js'
import { emitSaved } from './facts.js'

/** The most certificates of one person that can wait for a decision. */
const MOST_SUBMITTED = 30
const UPLOADS = { requests: 60, duration: '10 mins' } as const
const TAKEN = { external_courses_attachments_company_id_file_id_unique: 'files' }

const memberOf = ({ membershipId }: Session): number => {
  if (membershipId === null) throw forbidden()
  return membershipId
}

/**
 * Stores a photo or PDF of the caller's own certificate. It is deleted within a day unless a certificate is submitted with it.
 * @throws AppError 422 on `file` for a type other than pdf, png or jpeg, or a file that is too large; 429 too_many_requests
 */
export async function storeOwnFile(session: Session, name: string, read: () => Promise<Uint8Array>) {
  const membershipId = memberOf(session)
  await limitCalls('external_courses.file', { id: `member:${membershipId}` }, UPLOADS)
  const { id } = await storeFile(attachment, { name, content: await read(), membershipId, field: 'file' })
  return { id, name }
}

/**
 * Submits the caller's own certificate with its files. It counts once a supervisor has approved it.
 * @throws AppError 409 too_many_submitted; 422 on `files`: unknown_file, taken
 */
export async function submitCertificate(session: Session, { files, ...input }: Infer<typeof ownValidator>) {
  const membershipId = memberOf(session)
  const values = wordsOf(input)
  const id = await orUniqueError(TAKEN, () =>
    db.transaction(async (trx) => {
      // Locks the person, so that concurrent submissions respect the limit.
      const { rows } = await trx.rawQuery('select id from kit_held_members(?::bigint[]) id', [[membershipId]])
      if (!rows.length) throw notFound()
      const [{ n }] = await trx.from(Course.table).where({ membership_id: membershipId, approval: 'submitted' }).count('* as n')
      if (Number(n) >= MOST_SUBMITTED) throw conflict('too_many_submitted')
      const course = await Course.create(
        { ...values, companyId: currentCompanyId(), membershipId, status: 'passed', description: '', approval: 'submitted' },
        { client: trx },
      )
      for (const file of files) {
        await attachFile(trx, file, { purpose: attachment, membershipId, field: 'files' })
        await trx
          .table('external_courses_attachments')
          .insert({ company_id: currentCompanyId(), course_id: course.id, file_id: file, description: '' })
      }
      await emitSaved(trx, course.id)
      return course.id
    }),
  )
  return withFiles(id)
}

/** Withdraws the caller's own certificate and its files. @throws AppError 404; 409 already_approved */
export async function withdrawCertificate(session: Session, id: string): Promise<void> {
  const membershipId = memberOf(session)
  await db.transaction(async (trx) => {
    const course = await Course.query({ client: trx }).where({ id, membershipId }).forUpdate().first()
    if (!course) throw notFound()
    if (course.approval === 'approved') throw conflict('already_approved')
    const files: { file_id: number }[] = await trx.from('external_courses_attachments').where('course_id', id).select('file_id')
    await course.useTransaction(trx).delete()
    await emit(trx, externalCourseRemoved, { courseId: course.id, membershipId })
    for (const { file_id: file } of files) await removeFile(file, trx)
  })
}
