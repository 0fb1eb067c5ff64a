import type { HttpContext } from '@adonisjs/core/http'
import { MAX_IMAGE_BYTES, readUpload } from '#core/kit/files'
import { mapPage, sendCsv } from '#core/kit/lists'
import { companyListValidator, updateCompanyValidator } from '#plugins/companies/server/validators/companies'
import { companiesOf } from '../services/company_service.js'
import { companiesCsv } from '../transformers/company_csv.js'
import { toCompany, toCompanyDetail } from '../transformers/company_transformer.js'

/** All companies, for admins. */
export default class CompaniesController {
  async index({ request, session }: HttpContext) {
    const list = await request.validateUsing(companyListValidator)
    return mapPage(await companiesOf(session!).list(list), toCompany)
  }

  async export(ctx: HttpContext) {
    const list = await ctx.request.validateUsing(companyListValidator)
    const { data } = await companiesOf(ctx.session!).export(list)
    sendCsv(ctx, 'bedrijven', companiesCsv(data, ctx.session!.row.language))
  }

  async show({ params, session }: HttpContext) {
    return { data: toCompanyDetail(await companiesOf(session!).show(String(params.id))) }
  }

  async update({ params, request, session }: HttpContext) {
    const change = await request.validateUsing(updateCompanyValidator)
    return { data: toCompanyDetail(await companiesOf(session!).update(String(params.id), change)) }
  }

  async image(ctx: HttpContext) {
    const name = nameOf(ctx)
    const content = await readUpload(ctx, name.key, MAX_IMAGE_BYTES)
    return { data: toCompanyDetail(await companiesOf(ctx.session!).image(name, content)) }
  }

  async removeImage(ctx: HttpContext) {
    return { data: toCompanyDetail(await companiesOf(ctx.session!).image(nameOf(ctx), null)) }
  }
}

const nameOf = ({ params }: HttpContext) => ({ company: String(params.id), plugin: String(params.plugin), key: String(params.key) })
