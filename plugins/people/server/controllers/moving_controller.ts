import type { HttpContext } from '@adonisjs/core/http'
import { mergePeople, movePerson, previewMerge, previewMove } from '#core/kit/people'
import { mergePreviewValidator, mergeValidator, movePreviewValidator, moveValidator } from '#plugins/people/server/validators/moving'

const idOf = ({ params }: HttpContext) => Number(params.id)

/**
 * An admin moves a person to another company, or merges two accounts of one person. Both show a preview first and are confirmed with the
 * person's address.
 */
export default class MovingController {
  async previewMove(ctx: HttpContext) {
    const { company: companyId } = await ctx.request.validateUsing(movePreviewValidator)
    return { data: await previewMove(ctx.session!, { membershipId: idOf(ctx), companyId }) }
  }

  async move(ctx: HttpContext) {
    const { company: companyId, ...confirmed } = await ctx.request.validateUsing(moveValidator)
    return { data: { id: await movePerson(ctx.session!, { membershipId: idOf(ctx), companyId }, confirmed) } }
  }

  async previewMerge(ctx: HttpContext) {
    const { email } = await ctx.request.validateUsing(mergePreviewValidator)
    return { data: await previewMerge(ctx.session!, { membershipId: idOf(ctx), email }) }
  }

  async merge(ctx: HttpContext) {
    const { email, ...confirmed } = await ctx.request.validateUsing(mergeValidator)
    await mergePeople(ctx.session!, { membershipId: idOf(ctx), email }, confirmed)
    return { status: 'good' as const }
  }
}
