import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Infer } from '@vinejs/vine/types'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { saveFrom, versionOf } from '#core/kit/database'
import { addDays, PLATFORM_ZONE } from '#core/kit/days'
import { acrossCompanies, currentScopeCompany, inCompanyOfRow, type Session, withinReach } from '#core/kit/scope'
import { publishedSettingsOf } from '#core/kit/settings'
import { companiesSettings } from '#plugins/companies/contract/index'
import type { calendarValidator, momentChangeValidator, momentsValidator } from '../validators/exams.js'
import type { Adjustment } from '../../contract/adjustments.js'
import { OFFERED } from './adjust.js'
import { assertProvider } from './exam_service.js'
import { termsOfMoment } from './exam_terms.js'
import { MIDNIGHT, monthBounds } from './moment_time.js'
import { updateEntries } from './update_entries.js'

export interface MomentRow {
  id: number
  exam_id: number
  course_id: number
  course_name: Record<string, string>
  city: string
  location: string
  address: string
  language: string
  starts_at: Date
  seats: number
  taken: number
  provider_company_id: number | null
  provider_name: string | null
  adults_only: boolean
  /** The adjustments of this moment. */
  adjustments: Adjustment[]
  /** Null: what the exam offers. */
  own_adjustments: Adjustment[] | null
  minutes: number
  adjusted_minutes: number
  withdrawn_at: Date | null
  withdrawn_reason: string | null
  version: string
}

/** The availability of a moment, or that it is over. The SQL matches the words: exams.status.moment.<state>. */
export const STATE = `case when m.withdrawn_at is not null then 'withdrawn' when m.starts_at <= now() then 'past'
  when exams_seats_taken(m.id) >= m.seats then 'full' else 'open' end`

/**
 * The name of a moment's course. A provider cannot read another company's own course; the entries name it. `{}`: nobody has entered yet.
 */
export const COURSE_NAME = `coalesce(o.name,
  (select n.course_name from exams_entries n where n.moment_id = m.id and n.course_name <> '{}' order by n.id limit 1), '{}')`

/** Moments of courses that the scope may book, and those that its company gives; an admin sees all. */
export const moments = (client: Pick<TransactionClientContract, 'from'> = db) =>
  client
    .from('exams_moments as m')
    .join('exams_exams as e', 'e.id', 'm.exam_id')
    .leftJoin('learning_offers as o', 'o.course_id', 'e.course_id')
    .whereRaw('(o.course_id is not null or m.provider_company_id = ?)', [currentScopeCompany() as number])
    .leftJoin('kit_companies as p', 'p.id', 'm.provider_company_id')
    .select('m.id', 'm.exam_id', 'e.course_id', 'm.city', 'm.location', 'm.address', 'm.language', 'm.starts_at')
    .select('m.seats', 'm.provider_company_id', 'p.name as provider_name', 'm.withdrawn_at', 'm.withdrawn_reason')
    .select(db.raw('exams_seats_taken(m.id) as taken, (m.adults_only or e.adults_only or coalesce(o.adults_only, false)) as adults_only'))
    .select('m.adjustments as own_adjustments', 'e.minutes')
    .select(db.raw(`${OFFERED} as adjustments, coalesce(e.adjusted_minutes, e.minutes) as adjusted_minutes`))
    .select(db.raw(`${COURSE_NAME} as course_name, ${STATE} as state, ${versionOf('m.updated_at')} as version`))

async function findMoment(id: number | string, client?: Pick<TransactionClientContract, 'from'>): Promise<MomentRow> {
  const row: MomentRow | null = await moments(client).where('m.id', id).first()
  if (!row) throw notFound()
  return row
}

/**
 * With the name of the provider, which people of other companies may read because its terms name it too (decision 0206). @throws AppError
 * 404
 */
export async function showMoment(session: Session, id: string): Promise<MomentRow> {
  const row = await withinReach(session, 'exams.moments.show', () => findMoment(id))
  if (row.provider_name || !row.provider_company_id) return row
  return { ...row, provider_name: (await publishedSettingsOf(companiesSettings, row.provider_company_id))?.company ?? null }
}

/** The terms of this moment's exam; null when there are none. @throws AppError 404 */
export const showTerms = (session: Session, id: string) =>
  withinReach(session, 'exams.moments.terms', async () => termsOfMoment((await findMoment(id)).id, session.row.language))

/** All moments of one month, also withdrawn ones; for a calendar. */
export const momentsOfMonth = (session: Session, { month, course }: Infer<typeof calendarValidator>): Promise<MomentRow[]> =>
  withinReach(session, 'exams.moments.calendar', () => {
    const query = moments().whereRaw(`m.starts_at >= ${MIDNIGHT} and m.starts_at < ${MIDNIGHT}`, monthBounds(month))
    if (course) void query.where('e.course_id', course)
    return query.orderBy('m.starts_at').orderBy('m.id').limit(1000) as unknown as Promise<MomentRow[]>
  })

/** Converts a local day and time to a moment, with daylight saving time. Binds two values. */
const AT = `((?::date + ?::time) at time zone '${PLATFORM_ZONE}')`

/**
 * Adds moments: for each place, weekly intervals at the same local time.
 * @returns their ids
 * @throws AppError 422 at exam_id, language, provider, day (in the past)
 */
export const createMoments = (session: Session, input: Infer<typeof momentsValidator>): Promise<number[]> =>
  acrossCompanies(session, 'exams.moments.create', async () => {
    const exam = await db.from('exams_exams').where('id', input.exam_id).first()
    if (!exam) throw invalid('exam_id', 'enum')
    if (!exam.languages.includes(input.language)) throw invalid('language', 'exam_language')
    await assertProvider(input.provider)
    const { day, time, places, weeks, exam_id, language, seats, adults_only, provider, adjustments } = input
    const ids = await db.transaction(async (trx) => {
      await assertComing(trx, day, time)
      const rows = Array.from({ length: weeks }, (_, week) => addDays(day, 7 * week)).flatMap((on) =>
        places.map(({ city, location, address }) => ({
          ...(adjustments && { adjustments }),
          ...{ exam_id, language, seats, adults_only, provider_company_id: provider, city, location, address: address ?? '' },
          starts_at: trx.raw(AT, [on, time]),
        })),
      )
      return trx
        .table('exams_moments')
        .multiInsert(rows as never)
        .returning('id') as unknown as Promise<{ id: number }[]>
    })
    return ids.map((row) => Number(row.id ?? row))
  })

async function assertComing(trx: TransactionClientContract, day: string, time: string): Promise<void> {
  const { rows } = await trx.rawQuery(`select ${AT} > now() as coming`, [day, time])
  if (!rows[0].coming) throw invalid('day', 'coming')
}

/**
 * Changes a moment. A changed time is emitted as `exams.moment.moved` in each entry's own company.
 * @throws AppError 404; 409 changed_meanwhile, moment_withdrawn; 422 at seats (`taken`: fewer than are taken), language, provider, day
 */
export async function updateMoment(session: Session, id: string, input: Infer<typeof momentChangeValidator>): Promise<MomentRow> {
  const { updated_at: version, day, time, provider, address, ...rest } = input
  await acrossCompanies(session, 'exams.moments.update', async () => {
    await assertProvider(provider)
    const current = async (trx: TransactionClientContract) => ({ ...(await findMoment(id, trx)), provider })
    await saveFrom({ table: 'exams_moments', id, version, sent: rest, current }, async (trx) => {
      const before = await findMoment(id, trx)
      if (before.withdrawn_at) throw conflict('moment_withdrawn')
      const exam = await trx.from('exams_exams').where('id', before.exam_id).firstOrFail()
      if (!exam.languages.includes(rest.language)) throw invalid('language', 'exam_language')
      // The row is locked: nobody can take a seat meanwhile.
      const { rows } = await trx.rawQuery('select exams_seats_taken(?) as taken', [id])
      if (rest.seats < rows[0].taken) throw invalid('seats', 'taken')
      const { rows: times } = await trx.rawQuery(`select ${AT} as at`, [day, time])
      if (times[0].at.getTime() !== before.starts_at.getTime()) await assertComing(trx, day, time)
      await trx
        .from('exams_moments')
        .where('id', id)
        .update({ ...rest, address: address ?? '', provider_company_id: provider, starts_at: times[0].at })
      // The new provider must be able to read the entries.
      for (const table of ['exams_entries', 'exams_entry_history']) {
        const query = trx.from(table)
        if (table === 'exams_entries') query.where('moment_id', id)
        else query.whereIn('entry_id', trx.from('exams_entries').where('moment_id', id).select('id'))
        const isOther = table === 'exams_entries' && provider !== before.provider_company_id
        // Another exam house receives a candidate's data only once the person confirms it.
        await query.update({ provider_company_id: provider, ...(isOther && { candidate_confirmed_at: null }) })
      }
    })
  })
  await tellCompanies(session, id)
  return showMoment(session, id)
}

/** Withdraws a moment: nobody can book it any more, and its seats are released with the reason. @throws AppError 404; 409 moment_past */
export async function withdrawMoment(session: Session, id: string, reason: string): Promise<MomentRow> {
  await acrossCompanies(session, 'exams.moments.withdraw', () =>
    db.transaction(async (trx) => {
      await trx.rawQuery('select * from exams_lock_moment(?)', [id])
      const row = await findMoment(id, trx)
      if (row.withdrawn_at) return
      if (row.starts_at.getTime() <= Date.now()) throw conflict('moment_past')
      await trx
        .from('exams_moments')
        .where('id', id)
        .update({ withdrawn_at: trx.raw('clock_timestamp()'), withdrawn_reason: reason, updated_at: trx.raw('clock_timestamp()') })
    }),
  )
  await tellCompanies(session, id)
  return showMoment(session, id)
}

/** Updates each company with entries now, in its own scope. If this is interrupted, the job `exams.keep` does it. */
async function tellCompanies(session: Session, momentId: string): Promise<void> {
  const rows: { id: number }[] = await acrossCompanies(session, 'exams.moments.tell', () =>
    db.from('exams_entries').where('moment_id', momentId).whereNull('released_at').groupBy('company_id').min('id as id'),
  )
  for (const { id } of rows) {
    await inCompanyOfRow(session, { table: 'exams_entries', id, reason: 'exams.moments.tell' }, () => updateEntries(Number(momentId)))
  }
}
