import type { HttpContext } from '@adonisjs/core/http'
import { refusalOfPath } from '../scim/addresses.js'
import { answer, listQuery, readBody } from '../scim/answer.js'
import { ScimError } from '../scim/errors.js'
import { readPatch } from '../scim/patch.js'
import { described, listOf } from '../scim/schemas.js'
import { readSelection, selected } from '../scim/selected.js'
import { readReplacement, readUser, toResource, type UserRow } from '../scim/user.js'
import { changeUser, createUser, deleteUser, findUser, listUsers } from '../scim/users.js'
import { workOf } from '../scim/work.js'

type Json = Record<string, unknown>

async function found(query: Json, base: string): Promise<object> {
  const { filter, start, count } = listQuery(query)
  const { total, rows } = await listUsers(filter, start - 1, count)
  const selection = readSelection(query)
  const work = await workOf(rows.map(({ id }) => id))
  return listOf(
    rows.map((row) => selected(toResource(row, work.get(row.id), base), selection)),
    total,
    start,
  )
}

async function resourceOf(row: UserRow, base: string) {
  return toResource(row, (await workOf([row.id])).get(row.id), base)
}

/** Provisioning of people from a company's directory: SCIM 2.0 (RFC 7643, 7644). Limited to the token's company. */
export default class ScimController {
  config = (ctx: HttpContext) => answer(ctx, async (base) => described(base, 'ServiceProviderConfig'))
  types = (ctx: HttpContext) => answer(ctx, async (base) => described(base, 'ResourceTypes', ctx.params.id as string | undefined))
  schemas = (ctx: HttpContext) => answer(ctx, async (base) => described(base, 'Schemas', ctx.params.id as string | undefined))

  /** A token belongs to a company, so nobody is "me" (RFC 7644, section 3.11). */
  me = (ctx: HttpContext) =>
    answer(ctx, () => Promise.reject(new ScimError(501, 'A token is of a company, not of a person: there is no /Me.')))

  /** A request without a route of its own. */
  other = (ctx: HttpContext) =>
    answer(ctx, () => {
      const { status, detail, allow } = refusalOfPath((ctx.params['*'] as string[]).join('/'))
      if (allow) ctx.response.header('Allow', allow)
      return Promise.reject(new ScimError(status, detail))
    })

  index = (ctx: HttpContext) => answer(ctx, (base) => found(ctx.request.qs(), base))
  search = (ctx: HttpContext) => answer(ctx, async (base) => found(await readBody(ctx), base))

  show = (ctx: HttpContext) =>
    answer(ctx, async (base) => selected(await resourceOf(await findUser(String(ctx.params.id)), base), readSelection(ctx.request.qs())))

  create = (ctx: HttpContext) =>
    answer(ctx, async (base) => {
      const made = await resourceOf(await createUser(readUser(await readBody(ctx))), base)
      ctx.response.status(201).header('Location', made.meta.location)
      return made
    })

  replace = (ctx: HttpContext) =>
    answer(ctx, async (base) => resourceOf(await changeUser(String(ctx.params.id), readReplacement(await readBody(ctx))), base))

  patch = (ctx: HttpContext) =>
    answer(ctx, async (base) => {
      const { change, problems } = readPatch(await readBody(ctx))
      return resourceOf(await changeUser(String(ctx.params.id), change, problems), base)
    })

  destroy = (ctx: HttpContext) =>
    answer(ctx, async () => {
      await deleteUser(String(ctx.params.id))
      ctx.response.status(204)
      return null
    })
}
