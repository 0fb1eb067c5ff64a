import db from '@adonisjs/lucid/services/db'
import type { Infer } from '@vinejs/vine/types'
import { conflict, forbidden, notFound } from '#core/contract/errors'
import { addDays, type Day, PLATFORM_ZONE, today } from '#core/kit/days'
import { recordAudit } from '#core/kit/people'
import { currentCompanyId, type Session, withinReach } from '#core/kit/scope'
import { platformUrl, publishedSettingsOf, settingsOf } from '#core/kit/settings'
import { textIn, translate } from '#core/kit/words'
import { companiesSettings } from '#plugins/companies/contract/index'
import { examsSettings } from '../../settings.js'
import type { candidateValidator } from '../validators/exams.js'
import { entries, decides } from './entry_service.js'
import { showMoment } from './moment_service.js'
import { momentInWords } from './moment_time.js'
import { momentOf, placeOf } from './provider_mails.js'

// The data about a candidate that an exam house needs, as in their identity document. The candidate confirms it for each exam, and the
// house downloads it as a list. It is stored on the entry and deleted with it.

/** The columns of a candidate, in the order of the list. */
const FIELDS = ['initials', 'infix', 'lastname', 'birthdate', 'birthplace'] as const
const COLUMNS = FIELDS.map((field) => `n.candidate_${field} as ${field}`)
/** Sets all of them to null. */
const NOTHING = Object.fromEntries([...FIELDS, 'confirmed_at'].map((field) => [`candidate_${field}`, null]))

interface Candidate {
  initials: string | null
  infix: string | null
  lastname: string | null
  birthdate: Day | null
  birthplace: string | null
}

interface OwnRow extends Candidate {
  provider_name: string | null
  id: number
  moment_id: number
  starts_at: Date
  course_name: Record<string, string> | null
  provider_company_id: number | null
  confirmed_at: Date | null
}

const memberOf = ({ membershipId }: Session): number => {
  if (membershipId === null) throw notFound()
  return membershipId
}

/** The caller's own seat at an exam in the future. @throws AppError 404 */
async function ownEntry(session: Session, id: string): Promise<OwnRow> {
  const row: Omit<OwnRow, 'provider_name'> | null = await db
    .from('exams_entries as n')
    .join('exams_moments as m', 'm.id', 'n.moment_id')
    .join('exams_exams as e', 'e.id', 'm.exam_id')
    .leftJoin('learning_offers as o', 'o.course_id', 'e.course_id')
    .where({ 'n.id': id, 'n.company_id': currentCompanyId(), 'n.membership_id': memberOf(session) })
    .whereNull('n.released_at')
    .select(
      'n.id',
      'n.moment_id',
      'n.provider_company_id',
      'm.starts_at',
      'o.name as course_name',
      'n.candidate_confirmed_at as confirmed_at',
    )
    .select(...COLUMNS)
    .first()
  if (!row) throw notFound()
  // People may see the name of their exam's provider (decision 0206).
  const provider = row.provider_company_id ? await publishedSettingsOf(companiesSettings, row.provider_company_id) : null
  return { ...row, provider_name: provider?.company ?? null }
}

/** The data that the person confirmed before, else the data of their account. */
async function suggested(membershipId: number): Promise<Candidate> {
  const before: Candidate | null = await db
    .from('exams_entries as n')
    .where({ company_id: currentCompanyId(), membership_id: membershipId })
    .whereNotNull('candidate_lastname')
    .orderBy('id', 'desc')
    .select(...COLUMNS)
    .first()
  if (before) return before
  const own = await db.from('kit_members').where('id', membershipId).select('firstname', 'infix', 'lastname', 'birthdate').firstOrFail()
  return { initials: initialsOf(own.firstname), infix: own.infix, lastname: own.lastname, birthdate: own.birthdate, birthplace: '' }
}

/** `Jan Peter` gives `J.P.`. Pure. */
export const initialsOf = (firstname: string): string =>
  firstname
    .split(/[\s-]+/)
    .filter(Boolean)
    .map((name) => `${[...name][0]!.toLocaleUpperCase()}.`)
    .join('')

/** The page where a candidate confirms their data. @throws AppError 404 */
export async function showCandidate(session: Session, id: string) {
  const row = await ownEntry(session, id)
  const data: Candidate = row.lastname !== null ? row : await suggested(memberOf(session))
  return { row, data, days: (await settingsOf(examsSettings)).candidate_days }
}
export type ShownCandidate = Awaited<ReturnType<typeof showCandidate>>

/** Confirms the caller's data for an exam. @throws AppError 404; 409 moment_past */
export async function confirmCandidate(session: Session, id: string, input: Infer<typeof candidateValidator>): Promise<void> {
  const row = await ownEntry(session, id)
  if (row.starts_at.getTime() <= Date.now()) throw conflict('moment_past')
  const { initials, infix = null, lastname, birthdate, birthplace } = input
  const changed = await db
    .from('exams_entries')
    .where({ id: row.id, company_id: currentCompanyId() })
    .whereNull('released_at')
    .update({
      ...{ candidate_initials: initials, candidate_infix: infix, candidate_lastname: lastname },
      ...{ candidate_birthdate: birthdate, candidate_birthplace: birthplace, candidate_confirmed_at: new Date() },
      updated_at: db.raw('clock_timestamp()'),
    })
  if (Number(changed) === 0) throw notFound()
}

/**
 * The candidates of a moment as a table, for the exam house. Audited: who downloaded the list of which moment.
 * @throws AppError 404; 403 for another company
 */
export async function candidateList(session: Session, momentId: string, language: string) {
  const moment = await showMoment(session, momentId)
  if (!decides(session, moment)) throw forbidden()
  return withinReach(session, 'exams.candidates.list', async () => {
    const rows = await entries()
      .where('n.moment_id', moment.id)
      .whereNull('n.released_at')
      .whereNot('n.status', 'refused')
      .orderByRaw('search_key(n.person_name)')
      .orderBy('n.id')
      .select(...COLUMNS, 'n.candidate_confirmed_at as confirmed_at')
    // `withinReach` itself audits an admin's access across companies.
    if (session.companyId !== null) {
      await db.transaction((trx) =>
        recordAudit(trx, session, {
          action: 'exams.candidates.taken',
          reason: 'exams.candidates.list',
          details: { momentId: moment.id, entries: rows.map(({ id }: { id: number }) => id) },
        }),
      )
    }
    const t = (id: string) => translate(language, id)
    const header = [
      ...FIELDS.map((field) => `candidate.${field}`),
      'field.company',
      'field.language',
      'field.adjustments',
      'candidate.confirmed',
    ]
    return {
      name: `${t('exams.candidate.file')} ${moment.starts_at.toISOString().slice(0, 10)}.csv`,
      header: header.map((key) => t(`exams.${key}`)),
      rows: rows.map((row: Record<string, unknown> & Candidate & { confirmed_at: Date | null; adjustments: string[] }) => [
        // A person who has not confirmed appears with the name of their account only.
        ...FIELDS.map((field) => (row.confirmed_at ? row[field] : field === 'lastname' ? (row.person_name as string) : '')),
        row.company_name as string,
        row.language as string,
        row.adjustments.map((one) => t(`exams.adjustment.${one}`)).join(', '),
        row.confirmed_at ? row.confirmed_at.toISOString().slice(0, 10) : t('exams.candidate.not_confirmed'),
      ]),
    }
  })
}

export interface CandidateFacts {
  key: string
  membershipId: number | null
  momentId: number
}

/** The values of the mail that asks for the data; null when the seat is gone or the data is confirmed. */
export async function candidateValues({ key, membershipId, momentId }: CandidateFacts): Promise<Record<string, string> | null> {
  const entry = await db
    .from('exams_entries')
    .where({ company_id: currentCompanyId(), key, membership_id: membershipId, moment_id: momentId })
    .whereNull('released_at')
    .whereNull('candidate_confirmed_at')
    .select('id')
    .first()
  const reader = entry && (await db.from('kit_members').where('id', membershipId!).select('language').first())
  if (!reader) return null
  const at = await momentOf(momentId)
  const language = reader.language ?? 'nl'
  return {
    course: at.course_name ? textIn(at.course_name, language) : '–',
    moment: momentInWords(at.starts_at, language),
    place: placeOf(at),
    actionUrl: await platformUrl(`/deelnemer/examengegevens/${entry.id}`),
  }
}

/** Erases candidate data a number of days after the exam, and of released seats. The job `exams.forget_candidates`. */
export async function eraseCandidates(): Promise<void> {
  const { candidate_days: days } = await settingsOf(examsSettings)
  await db
    .from('exams_entries as n')
    .where('n.company_id', currentCompanyId())
    .whereNotNull('n.candidate_lastname')
    .where(
      (any) =>
        void any
          .whereNotNull('n.released_at')
          .orWhereRaw(
            `exists (select 1 from exams_moments m where m.id = n.moment_id and (m.starts_at at time zone '${PLATFORM_ZONE}')::date < ?)`,
            [addDays(today(), -days)],
          ),
    )
    .update(NOTHING)
}
