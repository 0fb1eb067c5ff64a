import type { HttpContext } from '@adonisjs/core/http'
import { answer, listQuery, readBody } from '../scim/answer.js'
import { changeGroup, createGroup, deleteGroup, findGroup, listGroups, readGroup, readGroupPatch, toGroupResource } from '../scim/groups.js'
import { listOf } from '../scim/schemas.js'
import { readSelection, selected } from '../scim/selected.js'

async function found(query: Record<string, unknown>, base: string): Promise<object> {
  const { filter, start, count } = listQuery(query)
  const selection = readSelection(query)
  const { total, rows } = await listGroups(filter, start - 1, count, !selection.left.includes('members'))
  return listOf(
    rows.map((row) => selected(toGroupResource(row, base), selection)),
    total,
    start,
  )
}

/** A directory's groups are the company's groups: SCIM 2.0 (RFC 7643, section 4.2). */
export default class ScimGroupsController {
  index = (ctx: HttpContext) => answer(ctx, (base) => found(ctx.request.qs(), base))
  search = (ctx: HttpContext) => answer(ctx, async (base) => found(await readBody(ctx), base))

  show = (ctx: HttpContext) =>
    answer(ctx, async (base) => selected(toGroupResource(await findGroup(String(ctx.params.id)), base), readSelection(ctx.request.qs())))

  create = (ctx: HttpContext) =>
    answer(ctx, async (base) => {
      const made = toGroupResource(await createGroup(readGroup(await readBody(ctx))), base)
      ctx.response.status(201).header('Location', made.meta.location)
      return made
    })

  replace = (ctx: HttpContext) =>
    answer(ctx, async (base) => {
      // Members that a PUT leaves out stay, which the standard permits (RFC 7644, section 3.5.1).
      const { name, externalId, members } = readGroup(await readBody(ctx))
      const change = { name, join: [], leave: [], ...(members && { members }), ...(externalId && { externalId }) }
      return toGroupResource(await changeGroup(String(ctx.params.id), change), base)
    })

  patch = (ctx: HttpContext) =>
    answer(ctx, async (base) => {
      const { change, problems } = readGroupPatch(await readBody(ctx))
      return toGroupResource(await changeGroup(String(ctx.params.id), change, problems), base)
    })

  destroy = (ctx: HttpContext) =>
    answer(ctx, async () => {
      await deleteGroup(String(ctx.params.id))
      ctx.response.status(204)
      return null
    })
}
