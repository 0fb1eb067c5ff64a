import type { HttpContext } from '@adonisjs/core/http'
import { actValidator, exportValidator, viewValidator, viewsQuery } from '#core/lists/validators'
import { startAction } from '../bulk.js'
import { exportList, listNamed } from '../export.js'
import { viewOf } from '../list_extensions.js'
import { peopleFilterViews } from '../people_filters.js'
import { removeView, saveView, savedViews } from '../saved_views.js'
import { chosenIn } from '../selection.js'

/** `people.participants.view` is a route of the list `people.participants` (core/lists/list_routes.ts). */
const listOf = ({ route }: HttpContext) => String(route!.name).replace(/\.\w+$/, '')

/** The routes that every list has beside its rows: columns for the screen, the file, and bulk actions. */
export default class ListsController {
  async view(ctx: HttpContext) {
    return { data: await viewOf(listNamed(listOf(ctx), ctx.session!), ctx.session!) }
  }

  /** The filters over people, for reports that are not lists. */
  async peopleFilters({ session }: HttpContext) {
    return { data: await peopleFilterViews(session!) }
  }

  /** A person's own views of a list, and the shared ones. */
  async views({ request, session }: HttpContext) {
    const { list } = await viewsQuery.validate(request.qs())
    return { data: await savedViews(session!, list) }
  }

  async saveView({ request, response, session }: HttpContext) {
    const data = await saveView(session!, await request.validateUsing(viewValidator))
    response.status(201)
    return { data }
  }

  async removeView({ params, session }: HttpContext) {
    await removeView(session!, String(params.id))
    return { status: 'good' as const }
  }

  /** The file itself, or 202 with the task that makes it. */
  async export(ctx: HttpContext) {
    const { format, filter: query = '', ...given } = await ctx.request.validateUsing(exportValidator)
    // Without a selection: everything that the query finds.
    const chosen = given.ids || given.except || given.count !== undefined ? chosenIn({ ...given, filter: query }) : null
    const task = await exportList(ctx, { list: listOf(ctx), format, query }, chosen)
    if (task) ctx.response.status(202).send({ data: task })
  }

  async act(ctx: HttpContext) {
    const { action, input, ...given } = await ctx.request.validateUsing(actValidator)
    const task = await startAction(ctx.session!, { list: listOf(ctx), action, selection: chosenIn(given), ...(input && { input }) })
    ctx.response.status(202)
    return { data: task }
  }
}
