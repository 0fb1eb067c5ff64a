import type { HttpContext } from '@adonisjs/core/http'
import { managedCompany } from '#core/kit/companies'
import { MAX_IMAGE_BYTES, readUpload } from '#core/kit/files'
import { sendLetter } from '#core/kit/mail'
import { lookValidator, retentionValidator, updateCompanyValidator } from '#plugins/companies/server/validators/companies'
import { toCompanyDetail } from '../transformers/company_transformer.js'

const companyOf = ({ params, session }: HttpContext) => managedCompany(session!, String(params.id))
const nameOf = ({ params }: HttpContext) => ({ plugin: String(params.plugin), key: String(params.key) })

/** One company's profile and settings: a supervisor's own, or the one that an admin selected. */
export default class ProfileController {
  async show(ctx: HttpContext) {
    return { data: toCompanyDetail(await companyOf(ctx).show(), ctx.session!) }
  }

  async update(ctx: HttpContext) {
    const change = await ctx.request.validateUsing(updateCompanyValidator)
    return { data: toCompanyDetail(await companyOf(ctx).update(change), ctx.session!) }
  }

  /** The people whom the company's rule, or a rule of this many months, would erase: shown before it is switched on. */
  async retention(ctx: HttpContext) {
    const { months } = await ctx.request.validateUsing(retentionValidator)
    return { data: await companyOf(ctx).inactivePeople(months ?? null) }
  }

  /** A mail in the unsaved style, in the frame that every mail has. */
  async letter(ctx: HttpContext) {
    const look = await ctx.request.validateUsing(lookValidator)
    const { html } = await companyOf(ctx).letter(look)
    return sendLetter(ctx.response, html)
  }

  async image(ctx: HttpContext) {
    const name = nameOf(ctx)
    const content = await readUpload(ctx, name.key, MAX_IMAGE_BYTES)
    return { data: toCompanyDetail(await companyOf(ctx).image(name, content), ctx.session!) }
  }

  async removeImage(ctx: HttpContext) {
    return { data: toCompanyDetail(await companyOf(ctx).image(nameOf(ctx), null), ctx.session!) }
  }
}
