import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Infer } from '@vinejs/vine/types'
import type { PeopleCondition } from '#core/contract/lists'
import { AppError, invalid, notFound } from '#core/contract/errors'
import { saveFrom, versionOf } from '#core/kit/database'
import { addDays, today } from '#core/kit/days'
import { emit } from '#core/kit/events'
import { transferFiles, removeFile } from '#core/kit/files'
import { type Page, pageOf } from '#core/kit/lists'
import { currentCompanyId, inCompanyOfRow, type Session, withinReach } from '#core/kit/scope'
import { NAMED_KINDS } from '../../certificates.js'
import { externalCourseRemoved } from '../../contract/index.js'
import Course from '../models/course.js'
import { type AttachmentRow, type CourseRow, toCourse } from '../transformers/course_transformer.js'
import { emitSaved } from './facts.js'
import type { courseChangeValidator, courseValidator, listCoursesValidator } from '../validators/courses.js'

export type CourseInput = Infer<typeof courseValidator>
type CourseChange = Infer<typeof courseChangeValidator>

/** Courses that expire within this many days need planning. */
export const EXPIRING_DAYS = 90

const PERSON = 'p.sort_name'
const SORT = { name: 'search_key(i.name)', person: PERSON, valid_until: 'i.valid_until', created_at: 'i.created_at' }
const ATTACHMENTS = `(select count(*) from external_courses_attachments a where a.company_id = i.company_id and a.course_id = i.id) as attachments`

/** Runs in the company of a row; for an admin this switches to it. */
export const atCourse = <T>(session: Session, id: string, what: string, fn: () => Promise<T>): Promise<T> =>
  inCompanyOfRow(session, { table: Course.table, id, reason: `external_courses.${what}` }, fn)

/** Courses with their people. Needs no filter on the company: the policy hides other companies' rows. */
export const courses = (client: Pick<TransactionClientContract, 'from'> = db) =>
  client
    .from('external_courses_courses as i')
    .join('kit_members as p', 'p.id', 'i.membership_id')
    .join('kit_companies as c', 'c.id', 'i.company_id')
    .select('i.id', 'i.company_id', 'i.name', 'i.membership_id', 'i.status', 'i.grade', 'i.valid_until', 'i.description', 'i.created_at')
    .leftJoin('kit_members as k', 'k.id', 'i.checked_by_id')
    .leftJoin('kit_members as d', 'd.id', 'i.decided_by_id')
    .select('i.kind', 'i.diploma_number', 'i.obtained_on', 'i.check_state', 'i.checked_at', 'i.approval', 'i.refusal', 'i.decided_at')
    .select('k.full_name as checked_by', 'd.full_name as decided_by')
    .select('p.firstname', 'p.infix', 'p.lastname', 'c.name as company_name', db.raw('p.email::text as email'), db.raw(ATTACHMENTS))
    .select(db.raw(`${versionOf('i.updated_at')} as version`))

/** A page of the external courses of the people this person manages. */
export function listCourses(
  session: Session,
  { status, valid, approval, check, membership, company, ...list }: Infer<typeof listCoursesValidator>,
  people: PeopleCondition,
): Promise<Page<CourseRow>> {
  return withinReach(session, 'external_courses.list', () => {
    const query = courses()
    const { sql, values } = people('i.membership_id')
    query.whereRaw(sql, [...values])
    if (status) query.where('i.status', status)
    if (approval) query.where('i.approval', approval)
    if (check) query.where('i.check_state', check)
    if (membership) query.where('i.membership_id', membership)
    if (company) query.where('i.company_id', company)
    if (valid === 'expiring') query.whereBetween('i.valid_until', [today(), addDays(today(), EXPIRING_DAYS)])
    if (valid === 'expired') query.where('i.valid_until', '<', today())
    if (valid === 'endless') query.whereNull('i.valid_until')
    return pageOf<CourseRow, keyof typeof SORT>(query, list, {
      sort: SORT,
      defaultSort: 'valid_until',
      search: `(i.search_text || ' ' || ${PERSON})`,
      key: 'i.id',
    })
  })
}

/** A person's own courses with their proof, in two queries. */
export async function ownCourses(membershipId: number | null): Promise<{ row: CourseRow; files: AttachmentRow[] }[]> {
  const rows: CourseRow[] = await courses()
    .where('i.membership_id', membershipId ?? 0)
    .orderBy('i.created_at', 'desc')
    .limit(100)
  const files = await filesOf(rows.map(({ id }) => id))
  return rows.map((row) => ({ row, files: files.filter(({ course_id: course }) => course === row.id) }))
}

/** The proof of some courses: name and size as uploaded. */
async function filesOf(ids: number[]): Promise<AttachmentRow[]> {
  return db
    .from('external_courses_attachments as a')
    .join('kit_files as f', 'f.id', 'a.file_id')
    .whereIn('a.course_id', ids)
    .orderBy('a.id')
    .select('a.id', 'a.course_id', 'a.description', 'f.name', 'f.size')
}

/** @throws AppError 404 for an id out of this person's reach */
export async function findCourse(id: number | string, trx?: TransactionClientContract): Promise<CourseRow> {
  const row: CourseRow | null = await courses(trx).where('i.id', id).first()
  if (!row) throw notFound()
  return row
}

/** @throws AppError 404 */
export const withFiles = async (id: number | string) => ({ row: await findCourse(id), files: await filesOf([Number(id)]) })

/** @throws AppError 404 */
export const showCourse = (session: Session, id: string) => atCourse(session, id, 'show', () => withFiles(id))

/** @throws AppError 422 on `membership_id`: enum, for somebody who is not a participant that this person manages */
export async function createCourse(session: Session, input: CourseInput) {
  try {
    return await inCompanyOfRow(session, { table: 'kit_members', id: input.membership_id, reason: 'external_courses.create' }, () =>
      addCourse(input),
    )
  } catch (error) {
    // For an admin: an unknown person.
    throw error instanceof AppError && error.status === 404 ? invalid('membership_id', 'enum') : error
  }
}

/** The same in the company's scope. */
export async function addCourse(input: CourseInput) {
  const values = await valuesOf(input)
  const id = await db.transaction(async (trx) => {
    const course = await Course.create({ ...values, companyId: currentCompanyId() }, { client: trx })
    await emitSaved(trx, course.id)
    return course.id
  })
  return withFiles(id)
}

/** Replaces the stored values. @throws AppError 404; 409 changed_meanwhile; and as `createCourse` */
export function updateCourse(session: Session, id: string, { updated_at: version, ...input }: CourseChange) {
  return atCourse(session, id, 'update', async () => {
    const values = await valuesOf(input)
    const current = async (trx: TransactionClientContract) => toCourse(await findCourse(id, trx))
    const before = await findCourse(id)
    await saveFrom({ table: Course.table, id, version, sent: input, current }, async (trx) => {
      const course = await Course.findOrFail(id, { client: trx })
      const checked = ['membershipId', 'kind', 'name', 'diplomaNumber'] as const
      course.merge(values)
      // The register's answer was about another certificate.
      if (checked.some((key) => course.$dirty[key] !== undefined))
        course.merge({ checkState: 'not_checked', checkedAt: null, checkedById: null })
      await course.save()
      // The proof belongs to the same person as the course.
      if (before.membership_id !== values.membershipId) await moveFiles(trx, id, values.membershipId)
      await emitSaved(trx, course.id)
    })
    return withFiles(id)
  })
}

async function moveFiles(trx: TransactionClientContract, id: string, membershipId: number): Promise<void> {
  const files: { file_id: number }[] = await trx.from('external_courses_attachments').where('course_id', id).select('file_id')
  await transferFiles(
    trx,
    files.map((row) => row.file_id),
    membershipId,
  )
}

/** Removes it with its proof. @throws AppError 404 */
export function removeCourse(session: Session, id: string): Promise<void> {
  return atCourse(session, id, 'remove', () =>
    db.transaction(async (trx) => {
      const course = await Course.query({ client: trx }).where('id', id).forUpdate().first()
      if (!course) throw notFound()
      const files: { file_id: number }[] = await trx.from('external_courses_attachments').where('course_id', id).select('file_id')
      await course.useTransaction(trx).delete()
      await emit(trx, externalCourseRemoved, { courseId: course.id, membershipId: course.membershipId })
      for (const { file_id: file } of files) await removeFile(file, trx)
    }),
  )
}

/** The words on a certificate as they are stored. @throws AppError 422 on `obtained_on`: future; on `valid_until`: order */
export function wordsOf({ kind = 'other', name, obtained_on = null, valid_until = null, diploma_number = '' }: CertificateWords) {
  if (obtained_on && obtained_on > today()) throw invalid('obtained_on', 'future')
  if (obtained_on && valid_until && valid_until < obtained_on) throw invalid('valid_until', 'order')
  return { kind, name: NAMED_KINDS[kind] ?? name, obtainedOn: obtained_on, validUntil: valid_until, diplomaNumber: diploma_number }
}
type CertificateWords = Pick<CourseInput, 'kind' | 'name' | 'obtained_on' | 'valid_until' | 'diploma_number'>

async function valuesOf(input: CourseInput) {
  const { membership_id: membershipId, status, grade = null, description = '' } = input
  const member = await db.from('kit_members').where('id', membershipId).where('role', 'leerling').first()
  // People of another company are not found.
  if (!member) throw invalid('membership_id', 'enum')
  return { ...wordsOf(input), membershipId, status, grade, description }
}
