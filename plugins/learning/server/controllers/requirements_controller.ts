import type { HttpContext } from '@adonisjs/core/http'
import { listPage } from '#core/kit/lists'
import { requirementValidator } from '#plugins/learning/server/validators/requirements'
import { asEditor } from '../editor/whose_courses.js'
import { requirementList } from '../requirements/requirement_list.js'
import { addRequirement, removeRequirement, requirementOptions } from '../requirements/requirement_service.js'
import { toRequirement, toRequirementOptions } from '../transformers/requirement_transformer.js'

/** Requirements for courses and exams. */
export default class RequirementsController {
  index(ctx: HttpContext) {
    return listPage(requirementList, ctx, (row) => toRequirement(row, ctx.session!))
  }

  async options({ session }: HttpContext) {
    return asEditor(session!, 'learning.requirements.options', async (editor) => ({
      data: toRequirementOptions(await requirementOptions(editor), session!.row.language),
    }))
  }

  async create({ request, session, response }: HttpContext) {
    const input = await request.validateUsing(requirementValidator)
    const id = await asEditor(session!, 'learning.requirements.create', (editor) => addRequirement(editor, input))
    response.status(201)
    return { data: { id } }
  }

  async remove({ params, session }: HttpContext) {
    await asEditor(session!, 'learning.requirements.remove', (editor) => removeRequirement(editor, String(params.id)))
    return { status: 'good' as const }
  }
}
