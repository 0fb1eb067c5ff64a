import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { type Session, acrossCompanies } from '#core/kit/scope'
import { sendMail } from '#core/kit/mail'
import { stopPlanned } from '#core/kit/tasks'
import type { ReportDefinition } from '../../contract/definition.js'
import { PLANNED_MAIL } from './run_store.js'

/** A scheduled run of an admin's saved report, as the report is by then. */
export interface PlannedRun {
  report: number
  /** The scheduled moment. */
  dueAt?: string
}

export const planKey = (report: number) => `reports.report:${report}`

/** @throws AppError 404 when it was deleted */
export const definitionOf = (session: Session, { report }: PlannedRun): Promise<ReportDefinition> =>
  acrossCompanies(session, 'reports.planned', async () => {
    const row = await db.from('reports_reports').where('id', report).whereNull('company_id').select('definition').first()
    if (!row) throw notFound()
    return row.definition as ReportDefinition
  })

/** Mails the admin that the file is in their tasks; once per scheduled moment. */
export const mailAdmin = (session: Session, { report, dueAt }: PlannedRun, rows: number): Promise<boolean> =>
  acrossCompanies(session, 'reports.planned', () =>
    db.transaction((trx) =>
      sendMail(trx, PLANNED_MAIL, {
        ...{ to: { person: session.userId }, payload: { reportId: report, rows }, key: `reports.planned:${report}:${dueAt}` },
      }),
    ),
  )

/** Ends the plan of a report that can no longer be created. */
export const stopRun = (session: Session, { report }: PlannedRun) => stopPlanned(session, planKey(report), 'report_broken')
