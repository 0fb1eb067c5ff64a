import db from '@adonisjs/lucid/services/db'
import { conflict, notFound } from '#core/contract/errors'
import { attachFile, storeFile, openFile, removeFile } from '#core/kit/files'
import { currentCompanyId, inCompanyOfRow, type Session } from '#core/kit/scope'
import { attachment } from '../files.js'
import { atCourse } from './course_service.js'

/** The most attachments of one course. */
const MAX_ATTACHMENTS = 20

/** The company and person of a course. @throws AppError 404; 409 too_many_attachments */
async function personOf(id: string): Promise<number> {
  const course = await db.from('external_courses_courses').where('id', id).select('membership_id').first()
  if (!course) throw notFound()
  const [{ n }] = await db.from('external_courses_attachments').where('course_id', id).count('* as n')
  if (Number(n) >= MAX_ATTACHMENTS) throw conflict('too_many_attachments')
  return course.membership_id
}

/**
 * Stores proof of a course.
 * @param read returns the bytes; called once the upload is allowed
 * @throws AppError 404; 409 too_many_attachments; 422 on `file` for a type other than pdf, png or jpeg, or a file that is too large
 */
export function addAttachment(
  session: Session,
  id: string,
  { name, description = '' }: { name: string; description?: string | undefined },
  read: () => Promise<Uint8Array>,
): Promise<void> {
  return atCourse(session, id, 'attach', async () => {
    const membershipId = await personOf(id)
    const file = await storeFile(attachment, { name, content: await read(), membershipId, field: 'file' })
    await db.transaction(async (trx) => {
      // If the course was removed meanwhile, the file stays unattached and is deleted within a day.
      const course = await trx.from('external_courses_courses').where('id', id).forUpdate().select('id').first()
      if (!course) throw notFound()
      await trx
        .table('external_courses_attachments')
        .insert({ company_id: currentCompanyId(), course_id: course.id, file_id: file.id, description })
      await attachFile(trx, file.id, { purpose: attachment })
    })
  })
}

/** @throws AppError 404 */
export function removeAttachment(session: Session, id: string, attachmentId: string): Promise<void> {
  return atCourse(session, id, 'detach', () =>
    db.transaction(async (trx) => {
      const [row] = await trx.from('external_courses_attachments').where({ course_id: id, id: attachmentId }).delete().returning('file_id')
      if (!row) throw notFound()
      await removeFile(row.file_id ?? row, trx)
    }),
  )
}

/** The file of an attachment, for supervisors and the person. @throws AppError 404 for everybody else */
export function openAttachment(session: Session, id: string) {
  return inCompanyOfRow(session, { table: 'external_courses_attachments', id, reason: 'external_courses.file' }, async () => {
    const row = await db
      .from('external_courses_attachments as a')
      .join('external_courses_courses as i', (join) => join.on('i.company_id', 'a.company_id').andOn('i.id', 'a.course_id'))
      .where('a.id', id)
      .select('a.file_id', 'i.membership_id')
      .first()
    const may = row && (session.can('external_courses.courses.manage') || row.membership_id === session.membershipId)
    const file = may ? await openFile(row.file_id) : null
    if (!file) throw notFound()
    return file
  })
}
