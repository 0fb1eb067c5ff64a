import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '#core/contract/errors'
import { sendPublicDocument } from '#core/kit/public_site'
import {
  chosenValidator,
  draftValidator,
  removeValidator,
  startValidator,
  versionValidator,
} from '#plugins/landing_pages/server/validators/content'
import {
  companies,
  draftContent,
  listPages,
  publishPage,
  removePage,
  restoreVersion,
  saveDraft,
  showPage,
  startPage,
  withdrawPage,
} from '../services/editing.js'
import { keyOf } from '../services/owner.js'
import { pageOf } from '../services/render.js'
import type { Shown } from '../services/store.js'
import { toDetail, toListed } from '../transformers/landing_page_transformer.js'

const answer = async ({ session }: HttpContext, shown: Promise<Shown>) => ({ data: toDetail(await shown, session!.row.language) })

/** The landing pages of the platform and of companies, for the platform's admins. */
export default class LandingPagesController {
  async index({ request, session }: HttpContext) {
    const { company = null } = await request.validateUsing(chosenValidator)
    const pages = await listPages(session!, company)
    return { data: pages.map((page) => toListed(page, session!.row.language)), companies: await companies(session!) }
  }

  async show(ctx: HttpContext) {
    const page = keyOf(ctx.params.page)
    const { company = null } = await ctx.request.validateUsing(chosenValidator)
    return answer(ctx, showPage(ctx.session!, { page, company }))
  }

  async start(ctx: HttpContext) {
    const page = keyOf(ctx.params.page)
    const { company } = await ctx.request.validateUsing(startValidator)
    return answer(ctx, startPage(ctx.session!, { page, company }))
  }

  async update(ctx: HttpContext) {
    const page = keyOf(ctx.params.page)
    const { company, updated_at: version, ...content } = await ctx.request.validateUsing(draftValidator)
    return answer(ctx, saveDraft(ctx.session!, { page, company }, content, version))
  }

  async publish(ctx: HttpContext) {
    const page = keyOf(ctx.params.page)
    const { company, updated_at: version } = await ctx.request.validateUsing(versionValidator)
    return answer(ctx, publishPage(ctx.session!, { page, company }, version))
  }

  async withdraw(ctx: HttpContext) {
    const page = keyOf(ctx.params.page)
    const { company, updated_at: version } = await ctx.request.validateUsing(versionValidator)
    return answer(ctx, withdrawPage(ctx.session!, { page, company }, version))
  }

  async restore(ctx: HttpContext) {
    const page = keyOf(ctx.params.page)
    const { company, updated_at: version } = await ctx.request.validateUsing(versionValidator)
    return answer(ctx, restoreVersion(ctx.session!, { page, company }, ctx.params.number, version))
  }

  async remove({ params, request, session }: HttpContext) {
    const page = keyOf(params.page)
    const { company, updated_at: version } = await request.validateUsing(removeValidator)
    await removePage(session!, { page, company }, version)
    return { status: 'good' as const }
  }

  /** The draft as visitors would see it, as a separate document. */
  async preview(ctx: HttpContext) {
    const page = keyOf(ctx.params.page)
    const { company = null } = await ctx.request.validateUsing(chosenValidator)
    const content = await draftContent(ctx.session!, { page, company })
    const { language } = ctx.session!.row
    if (!(await sendPublicDocument(ctx, { language, company, page: (visit) => pageOf(page, content, visit) }))) throw notFound()
  }

  /** The picture of a page in link previews. A course's picture may be an SVG, which previews do not show. */
  async picture({ params, response }: HttpContext) {
    const content = await readFile(new URL(`../../pictures/${keyOf(params.page)}.jpg`, import.meta.url))
    response.header('Cache-Control', 'public, max-age=86400').header('Content-Type', 'image/jpeg')
    response.header('Cross-Origin-Resource-Policy', 'cross-origin').send(content)
  }
}
