import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import { conflict, forbidden, notFound } from '#core/contract/errors'
import { nextAt } from '#core/kit/days'
import { type Session, acrossCompanies } from '#core/kit/scope'
import type { ReportDefinition } from '../../contract/definition.js'
import { type KpiName, standardReport } from '../query/standard.js'
import { planReport, renamePlan, withPlans } from './admin_schedules.js'
import type { Schedule } from './schedule.js'

/** Saved reports of one person, and those that all admins share. */
const MOST_SAVED = 200

export interface ReportRow {
  id: number
  company_id: number | null
  membership_id: number | null
  name: string
  definition: unknown
  shared: boolean
  schedule: Schedule | null
  next_at: Date | null
  stopped: string | null
  updated_at: Date
  owner: string | null
  /** A report that another admin scheduled, who gets the mail. */
  for_colleague?: boolean
}

export interface RunRow {
  id: number
  file_id: number
  file_name: string
  rows: number
  made_at: Date
}

/** A supervisor's reports are in their company; admins' reports belong to no company and are shared by all admins. */
const inOwnScope = <T>(session: Session, what: string, fn: () => Promise<T>): Promise<T> =>
  session.isAdmin ? acrossCompanies(session, `reports.${what}`, fn) : fn()

const visible = (session: Session) => {
  const query = db
    .from('reports_reports as r')
    .leftJoin('kit_members as m', 'm.id', 'r.membership_id')
    .select(
      'r.id',
      'r.company_id',
      'r.membership_id',
      'r.name',
      'r.definition',
      'r.shared',
      'r.schedule',
      'r.next_at',
      'r.stopped',
      'r.updated_at',
    )
    .select(db.raw('m.full_name as owner'))
  return session.isAdmin
    ? query.whereNull('r.company_id')
    : query.where((either) => void either.where('r.membership_id', session.membershipId!).orWhere('r.shared', true))
}

/** Whether a person may change a report: their own, an admin's report for any admin, and a shared one without an owner. */
export const mayChange = (session: Session, row: Pick<ReportRow, 'membership_id'>) =>
  row.membership_id === null || row.membership_id === session.membershipId

/** One's own reports and those that colleagues share, by name. */
export async function listReports(session: Session): Promise<ReportRow[]> {
  const rows = await inOwnScope(session, 'list', async () => visible(session).orderByRaw('search_key(r.name), r.id').limit(1000))
  return session.isAdmin ? withPlans(session, rows as ReportRow[]) : (rows as ReportRow[])
}

/** @throws AppError 404 for another company's, and for a colleague's that is not shared */
export async function findReport(session: Session, id: number | string): Promise<ReportRow> {
  const row = await inOwnScope(session, 'show', () => visible(session).where('r.id', id).first())
  if (!row) throw notFound()
  return session.isAdmin ? (await withPlans(session, [row as ReportRow]))[0]! : (row as ReportRow)
}

/** @throws AppError 404 as `findReport`; 403 for a colleague's */
async function findOwn(session: Session, id: number | string): Promise<ReportRow> {
  const row = await findReport(session, id)
  if (!mayChange(session, row)) throw forbidden()
  return row
}

export interface Saved {
  name: string
  shared: boolean
  definition: ReportDefinition
}

/** @returns its id @throws AppError 409 too_many_reports; 403 visit_not_yours: it would have no owner in the company */
export async function createReport(session: Session, { name, shared, definition }: Saved): Promise<number> {
  if (session.impersonation) throw forbidden('visit_not_yours')
  return inOwnScope(session, 'create', async () => {
    const own = db.from('reports_reports').where('membership_id', session.membershipId!)
    const [{ n }] = await (session.isAdmin ? db.from('reports_reports').whereNull('company_id') : own).count('* as n')
    if (Number(n) >= MOST_SAVED) throw conflict('too_many_reports')
    const [row] = await db
      .table('reports_reports')
      .insert({
        company_id: session.companyId,
        membership_id: session.membershipId,
        name,
        shared,
        definition: JSON.stringify(definition),
      })
      .returning('id')
    return row.id
  })
}

/** @throws AppError 404, 403 as for a colleague's */
export async function changeReport(session: Session, id: string, { name, shared, definition }: Saved): Promise<void> {
  const row = await findOwn(session, id)
  await inOwnScope(session, 'change', () =>
    db
      .from('reports_reports')
      .where('id', row.id)
      .update({ name, shared, definition: JSON.stringify(definition), updated_at: new Date() }),
  )
  if (session.isAdmin) await renamePlan(session, row.id, name)
}

/** Copies a report, also a colleague's, into a private one. @returns its id */
export async function duplicateReport(session: Session, id: string, name: string): Promise<number> {
  const row = await findReport(session, id)
  return createReport(session, { name, shared: false, definition: row.definition as ReportDefinition })
}

export async function removeReport(session: Session, id: string): Promise<void> {
  const row = await findOwn(session, id)
  if (session.isAdmin) await planReport(session, row, null)
  await inOwnScope(session, 'remove', () => db.from('reports_reports').where('id', row.id).delete())
}

/**
 * Sets the schedule of a report, for the current person; null ends it.
 * @throws AppError 404, 403; 403 visit_not_yours: a visitor of the company has no mail address there
 */
export async function scheduleReport(session: Session, id: string, schedule: Schedule | null): Promise<void> {
  const row = await findOwn(session, id)
  if (session.isAdmin) return planReport(session, row, schedule)
  if (!session.membershipId) throw forbidden('visit_not_yours')
  // A report without an owner gets the person who schedules it as owner, so that somebody receives the mail.
  await db
    .from('reports_reports')
    .where('id', row.id)
    .update({
      schedule: schedule && JSON.stringify(schedule),
      next_at: schedule && nextAt(schedule, DateTime.now()).toJSDate(),
      stopped: null,
      membership_id: session.membershipId,
    })
}

/** The scheduled files of a report that can still be downloaded, newest first. */
export function runsOf(session: Session, { id }: Pick<ReportRow, 'id'>): Promise<RunRow[]> {
  return inOwnScope(session, 'runs', async () => {
    const rows = await db
      .from('reports_runs as n')
      .join('kit_files as f', (on) => on.on('f.company_id', 'n.company_id').andOn('f.id', 'n.file_id'))
      .where('n.report_id', id)
      .orderBy('n.made_at', 'desc')
      .limit(20)
      .select('n.id', 'n.file_id', 'f.name as file_name', 'n.rows', 'n.made_at')
    return rows as RunRow[]
  })
}

/** The report of a number on the dashboard, for these people. @param company that an admin chose */
export const standardFor = (kpi: KpiName, days: number, people: Record<string, number[]>, company: number | null): ReportDefinition => ({
  ...standardReport(kpi, days),
  people,
  company,
})
