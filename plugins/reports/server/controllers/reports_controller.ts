import type { HttpContext } from '@adonisjs/core/http'
import { attach, peopleFields } from '#core/kit/lists'
import type { Session } from '#core/kit/scope'
import vine from '#core/kit/validation'
import { startTask } from '#core/kit/tasks'
import { scheduleValidator } from '#plugins/reports/server/validators/definition'
import {
  duplicateValidator,
  fileValidator,
  previewValidator,
  saveValidator,
  standardValidator,
} from '#plugins/reports/server/validators/reports'
import type { ReportDefinition } from '../../contract/definition.js'
import { countOf, offered, pageOf, reportOf } from '../query/reports.js'
import { reportTask } from '../report_task.js'
import { chosenCompany } from '../services/chosen_company.js'
import { fileOf } from '../services/report_file.js'
import {
  changeReport,
  createReport,
  duplicateReport,
  findReport,
  listReports,
  removeReport,
  runsOf,
  scheduleReport,
  standardFor,
} from '../services/report_service.js'
import { toReport, toRun } from '../transformers/report_transformer.js'

/** Up to this many rows the file is the response; more are made by a task, so that nobody waits for it. A PDF is always a task. */
const AT_ONCE = 1000

/** Validated against what the person may report on, before it is stored. */
const checked = (session: Session, definition: unknown): ReportDefinition => reportOf(session, definition as ReportDefinition).definition

/** Reports that people build: their sources, a preview, saved reports, files and schedules. */
export default class ReportsController {
  async sources({ session }: HttpContext) {
    return { data: offered(session!) }
  }

  /** The report of a number on the dashboard. */
  async standard({ request, session }: HttpContext) {
    const { kpi, period = 30 } = await standardValidator.validate(request.qs())
    const people = (await vine.create(peopleFields(session!)).validate(request.qs())) as Record<string, number[]>
    return { data: standardFor(kpi, period, people, await chosenCompany(session!, request.qs())) }
  }

  async preview({ request, session }: HttpContext) {
    const { definition, page } = await previewValidator(session!).validate(request.all())
    return { data: await pageOf(reportOf(session!, definition as ReportDefinition), page) }
  }

  async index({ session }: HttpContext) {
    return { data: (await listReports(session!)).map((row) => toReport(row, session!)) }
  }

  async show({ params, session }: HttpContext) {
    const row = await findReport(session!, String(params.id))
    return { data: { ...toReport(row, session!), runs: (await runsOf(session!, row)).map(toRun) } }
  }

  async create({ request, response, session }: HttpContext) {
    const { definition, ...rest } = await saveValidator(session!).validate(request.all())
    const id = await createReport(session!, { ...rest, definition: checked(session!, definition) })
    response.status(201)
    return { data: toReport(await findReport(session!, id), session!) }
  }

  async update({ params, request, session }: HttpContext) {
    const { definition, ...rest } = await saveValidator(session!).validate(request.all())
    await changeReport(session!, String(params.id), { ...rest, definition: checked(session!, definition) })
    return { data: toReport(await findReport(session!, String(params.id)), session!) }
  }

  async duplicate({ params, request, response, session }: HttpContext) {
    const { name } = await request.validateUsing(duplicateValidator)
    const id = await duplicateReport(session!, String(params.id), name)
    response.status(201)
    return { data: toReport(await findReport(session!, id), session!) }
  }

  async remove({ params, session }: HttpContext) {
    await removeReport(session!, String(params.id))
    return { status: 'good' as const }
  }

  async schedule({ params, request, session }: HttpContext) {
    const schedule = await request.validateUsing(scheduleValidator)
    await scheduleReport(session!, String(params.id), schedule)
    return { data: toReport(await findReport(session!, String(params.id)), session!) }
  }

  async unschedule({ params, session }: HttpContext) {
    await scheduleReport(session!, String(params.id), null)
    return { data: toReport(await findReport(session!, String(params.id)), session!) }
  }

  /** The file itself, or 202 with the task that creates it. */
  async file(ctx: HttpContext) {
    const { request, response, session } = ctx
    const order = await fileValidator(session!).validate(request.all())
    const { name, format } = order
    const definition = checked(session!, order.definition)
    const report = reportOf(session!, definition)
    const atOnce = format !== 'pdf' && (definition.group !== null || (await countOf(report)) <= AT_ONCE)
    if (!atOnce) return response.status(202).send({ data: await startTask(session!, reportTask, { definition, name, format }) })
    const file = await fileOf(report, { name, format })
    attach(ctx, { name: file.name, type: file.type })
    response.stream(file.stream)
  }
}
