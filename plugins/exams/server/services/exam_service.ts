import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Infer } from '@vinejs/vine/types'
import { invalid, notFound } from '#core/contract/errors'
import { companiesSource } from '#core/kit/companies'
import { saveFrom, versionOf } from '#core/kit/database'
import { acrossCompanies, type Session } from '#core/kit/scope'
import type { Adjustment } from '../../contract/adjustments.js'
import type { ExamKind, ExamRegister } from '../../contract/kinds.js'
import type { examChangeValidator, examValidator } from '../validators/exams.js'

type ExamInput = Infer<typeof examValidator>

export interface ExamRow {
  id: number
  course_id: number
  /** Null: the course is no longer offered. */
  course_name: Record<string, string> | null
  languages: string[]
  provider_company_id: number | null
  provider_name: string | null
  adults_only: boolean
  /** The certificate, by language. */
  certificate: Record<string, string>
  valid_months: number | null
  minutes: number
  closes_teaching: boolean
  kind: ExamKind | null
  questions: number | null
  /** Decimal, as a string from the database. */
  pass_percent: string | null
  register: ExamRegister | null
  price_cents: number | null
  adjustments: Adjustment[]
  adjusted_minutes: number | null
  source: string
  source_on: string | null
  /** A number still has to be confirmed. */
  to_confirm: boolean
  active: boolean
  moments: number
  version: string
}

const COMING = `(select count(*)::int from exams_moments m where m.exam_id = e.id and m.withdrawn_at is null and m.starts_at > now())`

/** Definitions with their course. In an admin's scope: across companies. */
export const exams = (client: Pick<TransactionClientContract, 'from'> = db) =>
  client
    .from('exams_exams as e')
    .leftJoin('learning_offers as o', 'o.course_id', 'e.course_id')
    .leftJoin('kit_companies as p', 'p.id', 'e.provider_company_id')
    .select(
      'e.id',
      'e.course_id',
      'e.languages',
      'e.provider_company_id',
      'e.adults_only',
      'e.certificate',
      'e.valid_months',
      'e.minutes',
      'e.closes_teaching',
      'e.kind',
      'e.questions',
      'e.pass_percent',
      'e.register',
      'e.price_cents',
      'e.adjustments',
      'e.adjusted_minutes',
      'e.source',
      'e.to_confirm',
      'e.active',
    )
    .select('o.name as course_name', 'p.name as provider_name', db.raw(`${COMING} as moments, e.source_on::text as source_on`))
    .select(db.raw(`${versionOf('e.updated_at')} as version`))

async function findExam(id: number | string, client?: Pick<TransactionClientContract, 'from'>): Promise<ExamRow> {
  const row: ExamRow | null = await exams(client).where('e.id', id).first()
  if (!row) throw notFound()
  return row
}

/** @throws AppError 404 */
export const showExam = (session: Session, id: string) => acrossCompanies(session, 'exams.show', () => findExam(id))

/** @throws AppError 422 at course_id, provider */
export const createExam = (session: Session, input: ExamInput) =>
  acrossCompanies(session, 'exams.create', async () => {
    const values = await valuesOf(input)
    const [row] = await db.table('exams_exams').insert(values).returning('id')
    return findExam(row.id ?? row)
  })

/** @throws AppError 404; 409 changed_meanwhile; 422 as createExam */
export const updateExam = (session: Session, id: string, { updated_at: version, ...input }: Infer<typeof examChangeValidator>) =>
  acrossCompanies(session, 'exams.update', async () => {
    const values = await valuesOf(input)
    const current = async (trx: TransactionClientContract) => {
      const row = await findExam(id, trx)
      return { ...row, provider: row.provider_company_id }
    }
    await saveFrom({ table: 'exams_exams', id, version, sent: input, current }, (trx) =>
      trx.from('exams_exams').where('id', id).update(values),
    )
    return findExam(id)
  })

async function valuesOf(input: ExamInput) {
  const course = await db.from('learning_offers').where('course_id', input.course_id).first()
  if (!course) throw invalid('course_id', 'enum')
  await assertProvider(input.provider)
  const { course_id, languages, provider, adults_only, certificate, valid_months, minutes, active } = input
  return {
    ...{ course_id, languages, provider_company_id: provider, adults_only, certificate: said(certificate), valid_months, active },
    // When left out, it is unchanged; a new exam gets the column's default.
    ...(minutes !== undefined && { minutes }),
    ...given(input),
  }
}

/** The optional fields that the body has. */
function given(input: ExamInput) {
  const { closes_teaching, kind, questions, pass_percent, source, source_on, to_confirm } = input
  const { register, price_cents, adjustments, adjusted_minutes } = input
  const numbers = { closes_teaching, kind, questions, pass_percent, source, source_on, to_confirm }
  const fields = { ...numbers, register, price_cents, adjustments, adjusted_minutes }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** Drops empty languages, so that the text falls back to another language. */
const said = (texts: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(texts).filter((entry): entry is [string, string] => Boolean(entry[1])))

/** @throws AppError 422 at `provider` for a company that gives no exams */
export async function assertProvider(id: number | null): Promise<void> {
  if (id !== null && !(await providers()).some((one) => one.id === id)) throw invalid('provider', 'enum')
}

/** Companies that give exams, by name. In an admin's scope. */
export async function providers(): Promise<{ id: number; name: string }[]> {
  const source = companiesSource({ exam_provider: 'companies.exam_provider' })
  const found: { id: number; name: string }[] = []
  for await (const rows of source.batches({ exam_provider: true, page: 1 })) {
    found.push(...rows.map((row) => ({ id: row.id, name: row.settings.core.name as string })))
  }
  return found
}

export interface CourseChoice {
  id: number
  name: Record<string, string>
  shortname: string
  languages: string[]
}

/** The options of an admin's form. */
export const examOptions = (session: Session) =>
  acrossCompanies(session, 'exams.options', async () => {
    const courses: CourseChoice[] = await db
      .from('learning_offers')
      .orderBy('search_text')
      .limit(5000)
      .select('course_id as id', 'name', 'shortname', 'languages')
    return { courses, providers: await providers() }
  })
