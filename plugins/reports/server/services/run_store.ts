import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import { attachFile, keepFile } from '#core/kit/files'
import { nextAt } from '#core/kit/days'
import { sendJob } from '#core/kit/events'
import { sendMail } from '#core/kit/mail'
import { currentCompanyId, sessionOfMember } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import { TASK_FILE_DAYS } from '#core/kit/work'
import { RUN_DAYS, reportFile } from '../files.js'
import { TOO_SLOW, reportOf } from '../query/reports.js'
import { readDefinition } from '../validators/definition.js'
import { fileOf } from './report_file.js'
import type { Schedule } from './schedule.js'

export const RUN_JOB = 'reports.make'
export const READY_MAIL = 'reports.mail.ready'
export const PLANNED_MAIL = 'reports.mail.planned'

interface DueRow {
  id: number
  schedule: Schedule
  next_at: Date
}

/** The hourly job: asks for each report whose hour has come, once, whatever else runs. In a company's scope. */
export async function askForDue(): Promise<void> {
  await db.transaction(async (trx) => {
    const due = (await trx
      .from('reports_reports')
      .where('next_at', '<=', new Date())
      .orderBy('next_at')
      .limit(200)
      .forUpdate()
      .skipLocked()
      .select('id', 'schedule', 'next_at')) as DueRow[]
    for (const { id, schedule, next_at: dueAt } of due) {
      // From now on, and not from then: what was missed while the server stood still is made once.
      const next = nextAt(schedule, DateTime.now()).toJSDate()
      await trx.from('reports_reports').where('id', id).update({ next_at: next })
      await sendJob(trx, RUN_JOB, { reportId: id, dueAt: dueAt.toISOString() })
    }
  })
}

/** The company chose another time zone: what was to be made at eight is made at eight there. */
export async function moveToZone(): Promise<void> {
  await db.transaction(async (trx) => {
    const rows: { id: number; schedule: Schedule }[] = await trx
      .from('reports_reports')
      .whereNotNull('next_at')
      .where('next_at', '>', new Date())
      .forUpdate()
      .select('id', 'schedule')
    for (const { id, schedule } of rows)
      await trx
        .from('reports_reports')
        .where('id', id)
        .update({ next_at: nextAt(schedule, DateTime.now()).toJSDate() })
  })
}

interface SavedRow {
  id: number
  membership_id: number | null
  name: string
  definition: unknown
  schedule: Schedule | null
}

/** A column or a plugin of it went away: tried again it fails again. What only took too long today is not broken. Pure. */
export const isBroken = (error: unknown): boolean => {
  const { status, code } = (error ?? {}) as { status?: number; code?: string }
  return status === 422 && code !== TOO_SLOW
}

/** Ends a schedule by itself; its owner reads why. */
const stop = (id: number, why: string) => db.from('reports_reports').where('id', id).update({ schedule: null, next_at: null, stopped: why })

/**
 * Makes a scheduled report as its owner is by now, keeps the file for 30 days and mails where it is. Stops the schedule when the owner left or
 * may no longer, or when what it reports on is gone. Doing it twice makes one.
 */
export async function makeRun({ reportId, dueAt }: { reportId: number; dueAt: string }): Promise<void> {
  const row = (await db.from('reports_reports').where('id', reportId).first()) as SavedRow | null
  if (!row?.schedule) return
  const session = row.membership_id === null ? null : await sessionOfMember(row.membership_id)
  if (!session || !session.can('reports.reports.view')) return void (await stop(row.id, 'owner_left'))
  if (
    await db
      .from('reports_runs')
      .where({ report_id: row.id, due_at: new Date(dueAt) })
      .first()
  )
    return
  let made
  try {
    const report = reportOf(session, await readDefinition(session, row.definition))
    made = await fileOf(report, { name: row.name, format: row.schedule.format })
  } catch (error) {
    if (isBroken(error)) return void (await stop(row.id, 'report_broken'))
    throw error
  }
  // The company's and not its owner's: it tells of others.
  const file = await keepFile(reportFile, { name: made.name, content: made.stream, membershipId: null })
  await db.transaction(async (trx) => {
    const [run] = await trx
      .table('reports_runs')
      .insert({ company_id: currentCompanyId(), report_id: row.id, file_id: file.id, rows: made.total, due_at: new Date(dueAt) })
      .returning('id')
    await attachFile(trx, file.id, { purpose: reportFile })
    await sendMail(trx, READY_MAIL, { to: { member: session.membershipId! }, payload: { runId: run.id }, key: `reports.run:${run.id}` })
  })
}

/** What the mail says. Its address opens nothing by itself: one signs in. */
export async function readyValues({ runId }: { runId: number }): Promise<Record<string, string>> {
  const run = await db
    .from('reports_runs as n')
    .join('reports_reports as r', (on) => on.on('r.company_id', 'n.company_id').andOn('r.id', 'n.report_id'))
    .where('n.id', runId)
    .select('r.id', 'r.name', 'n.rows')
    .firstOrFail()
  return wordsOf(run, run.rows, RUN_DAYS)
}

/** The same for an admin, whose file lies among their tasks. */
export async function plannedValues({ reportId, rows }: { reportId: number; rows: number }): Promise<Record<string, string>> {
  const report: { id: number; name: string } = await db.from('reports_reports').where('id', reportId).firstOrFail()
  return wordsOf(report, rows, TASK_FILE_DAYS)
}

const wordsOf = async ({ id, name }: { id: number; name: string }, rows: number, days: number): Promise<Record<string, string>> => ({
  report: name,
  rows: String(rows),
  days: String(days),
  actionUrl: await platformUrl(`/reports/bekijken?report=${id}`),
})
