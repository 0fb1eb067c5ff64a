import type { Session } from '#core/kit/scope'
import { changePlanned, endPlanned, planTask, plannedTasks } from '#core/kit/tasks'
import { reportTask } from '../report_task.js'
import { planKey } from './planned_run.js'
import type { ReportRow } from './report_service.js'
import type { Schedule } from './schedule.js'

// An admin's report belongs to no company: its schedule is a planned task of the admin who set it.

/** Sets the schedule of an admin's report, for the current admin; null ends it. */
export async function planReport(session: Session, { id, name }: Pick<ReportRow, 'id' | 'name'>, schedule: Schedule | null): Promise<void> {
  const key = planKey(id)
  if (!schedule) return void (await endPlanned(session, key))
  const { format, ...recurrence } = schedule
  await planTask(session, reportTask, { report: id, name, format }, { key, schedule: recurrence })
}

/** Renames the plan, so that the mail and the task have the report's name. */
export const renamePlan = (session: Session, id: number, name: string) => changePlanned(session, planKey(id), { name })

/** Adds each report's schedule to the rows. */
export async function withPlans<R extends ReportRow>(session: Session, rows: readonly R[]): Promise<R[]> {
  const plans = await plannedTasks<{ format: Schedule['format'] }>(
    session,
    rows.map(({ id }) => planKey(id)),
  )
  return rows.map((row) => {
    const plan = plans.get(planKey(row.id))
    if (!plan) return row
    const { nextAt, schedule, payload, stopped, userId } = plan
    const isOn = nextAt !== null
    return {
      ...row,
      ...{ schedule: isOn ? { ...schedule, format: payload.format } : null, next_at: nextAt, stopped },
      for_colleague: isOn && userId !== session.userId,
    }
  })
}
