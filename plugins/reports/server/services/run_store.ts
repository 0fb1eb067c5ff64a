import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import { attachFile, storeFile } from '#core/kit/files'
import { nextAt } from '#core/kit/days'
import { sendJob } from '#core/kit/events'
import { sendMail } from '#core/kit/mail'
import { currentCompanyId, sessionOfMember } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import { TASK_FILE_DAYS } from '#core/kit/tasks'
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

/** The hourly job: queues each report that is due, once, whatever else runs. In a company's scope. */
export async function queueDueReports(): Promise<void> {
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
      // Counted from now, not from the missed time: runs missed during downtime are made up for by a single one.
      const next = nextAt(schedule, DateTime.now()).toJSDate()
      await trx.from('reports_reports').where('id', id).update({ next_at: next })
      await sendJob(trx, RUN_JOB, { reportId: id, dueAt: dueAt.toISOString() })
    }
  })
}

/** The company chose another time zone: moves the schedules to the same hour there. */
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

/**
 * Whether the report is broken: one of its columns or plugins no longer exists, so a retry would fail again. A timeout does not count.
 * Pure.
 */
export const isBroken = (error: unknown): boolean => {
  const { status, code } = (error ?? {}) as { status?: number; code?: string }
  return status === 422 && code !== TOO_SLOW
}

/** Ends a schedule automatically; its owner sees the reason. */
const stop = (id: number, why: string) => db.from('reports_reports').where('id', id).update({ schedule: null, next_at: null, stopped: why })

/**
 * Creates a scheduled report with its owner's current rights, stores the file for 30 days and mails a link to it. Ends the schedule when
 * the owner left or lost access, or when a part of the report no longer exists. Idempotent.
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
  // The file belongs to the company, not to the owner: it contains data about others.
  const file = await storeFile(reportFile, { name: made.name, content: made.stream, membershipId: null })
  await db.transaction(async (trx) => {
    const [run] = await trx
      .table('reports_runs')
      .insert({ company_id: currentCompanyId(), report_id: row.id, file_id: file.id, rows: made.total, due_at: new Date(dueAt) })
      .returning('id')
    await attachFile(trx, file.id, { purpose: reportFile })
    await sendMail(trx, READY_MAIL, { to: { member: session.membershipId! }, payload: { runId: run.id }, key: `reports.run:${run.id}` })
  })
}

/** The values of the mail. Its link requires signing in. */
export async function readyValues({ runId }: { runId: number }): Promise<Record<string, string>> {
  const run = await db
    .from('reports_runs as n')
    .join('reports_reports as r', (on) => on.on('r.company_id', 'n.company_id').andOn('r.id', 'n.report_id'))
    .where('n.id', runId)
    .select('r.id', 'r.name', 'n.rows')
    .firstOrFail()
  return wordsOf(run, run.rows, RUN_DAYS)
}

/** The same for an admin, whose file is in their tasks. */
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
