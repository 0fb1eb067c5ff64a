import type { HttpContext } from '@adonisjs/core/http'
import { attach, readUpload } from '#core/kit/files'
import { cellValidator, columnsValidator, groupsValidator, importQuery, runValidator } from '#plugins/people/server/validators/people'
import { allColumns } from '../services/import_check.js'
import {
  beginImport,
  chooseColumns,
  chooseGroups,
  deleteImport,
  importedPeople,
  correctCell,
  refusedLines,
  runImport,
  showImport,
} from '../services/import_service.js'

/** 50,000 people with five columns. */
const IMPORT_BYTES = 12 * 1024 * 1024

/** Files of people: of the company, of groups, of a booking. */
export default class ImportsController {
  async create(ctx: HttpContext) {
    const { name = '', target = 'people', ...chosen } = await importQuery.validate(ctx.request.qs())
    const data = await beginImport(ctx.session!, { ...chosen, target, name }, () => readUpload(ctx, 'file', IMPORT_BYTES))
    ctx.response.status(201)
    return { data }
  }

  async show({ params, session }: HttpContext) {
    return { data: await showImport(session!, String(params.id)) }
  }

  async columns({ params, request, session }: HttpContext) {
    return {
      data: await chooseColumns(session!, String(params.id), allColumns(await request.validateUsing(columnsValidator))),
    }
  }

  /** The kind of group to create for groups of the file that do not exist yet. */
  async groups({ params, request, session }: HttpContext) {
    const { create } = await request.validateUsing(groupsValidator)
    return { data: await chooseGroups(session!, String(params.id), create) }
  }

  async cell({ params, request, session }: HttpContext) {
    return { data: await correctCell(session!, String(params.id), await request.validateUsing(cellValidator)) }
  }

  /** The participants of a booking. */
  async people({ params, session }: HttpContext) {
    return { data: await importedPeople(session!, String(params.id)) }
  }

  async refused(ctx: HttpContext) {
    const { name, text } = await refusedLines(ctx.session!, String(ctx.params.id))
    attach(ctx, { name, type: 'text/csv; charset=utf-8' })
    return text
  }

  async run({ params, request, response, session }: HttpContext) {
    const body = await request.validateUsing(runValidator)
    const { invite, good_only: goodOnly, courses = [], due_at: dueAt = null, mandatory = true } = body
    const giving = courses.length ? { courses: [...new Set(courses)], due_at: dueAt, mandatory } : null
    const data = await runImport(session!, String(params.id), { invite, goodOnly, giving })
    response.status(202)
    return { data }
  }

  async drop({ params, session }: HttpContext) {
    await deleteImport(session!, String(params.id))
    return { status: 'good' as const }
  }
}
