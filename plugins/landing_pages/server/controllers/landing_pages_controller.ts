import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '#core/contract/errors'
import { sendPublicDocument } from '#core/kit/public_site'
import { draftValidator, versionValidator } from '#plugins/landing_pages/server/validators/content'
import { pageOf } from '../services/render.js'
import { draftContent, keyOf, listPages, publishPage, restoreVersion, saveDraft, showPage, withdrawPage } from '../services/store.js'
import { toDetail, toOverview } from '../transformers/landing_page_transformer.js'

/** The landing pages, for the platform's admins. */
export default class LandingPagesController {
  async index({ session }: HttpContext) {
    return { data: (await listPages(session!)).map((page) => toOverview(page, session!.row.language)) }
  }

  async show({ params, session }: HttpContext) {
    const key = keyOf(params.page)
    return { data: toDetail(await showPage(session!, key), session!.row.language) }
  }

  async update({ params, request, session }: HttpContext) {
    const key = keyOf(params.page)
    const { updated_at: version, ...content } = await request.validateUsing(draftValidator)
    return { data: toDetail(await saveDraft(session!, key, content, version), session!.row.language) }
  }

  async publish({ params, request, session }: HttpContext) {
    const key = keyOf(params.page)
    const { updated_at: version } = await request.validateUsing(versionValidator)
    return { data: toDetail(await publishPage(session!, key, version), session!.row.language) }
  }

  async withdraw({ params, request, session }: HttpContext) {
    const key = keyOf(params.page)
    const { updated_at: version } = await request.validateUsing(versionValidator)
    return { data: toDetail(await withdrawPage(session!, key, version), session!.row.language) }
  }

  async restore({ params, request, session }: HttpContext) {
    const key = keyOf(params.page)
    const { updated_at: version } = await request.validateUsing(versionValidator)
    return { data: toDetail(await restoreVersion(session!, key, params.number, version), session!.row.language) }
  }

  /** The draft as visitors would see it, as a separate document. */
  async preview(ctx: HttpContext) {
    const key = keyOf(ctx.params.page)
    const content = await draftContent(ctx.session!, key)
    if (!(await sendPublicDocument(ctx, { language: ctx.session!.row.language, page: (visit) => pageOf(key, content, visit) })))
      throw notFound()
  }
}
