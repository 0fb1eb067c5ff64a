import type { HttpContext } from '@adonisjs/core/http'
import { MAX_IMAGE_BYTES } from '#core/files/images'
import { sendCsv } from '#core/http/csv'
import { mapPage } from '#core/http/list_query'
import { readUpload } from '#core/http/upload'
import { companyListValidator, updateCompanyValidator } from '#plugins/companies/server/validators/companies'
import { exportCompanies, listCompanies, showCompany, updateCompany, updateLogo } from '../services/company_service.js'
import { companiesCsv } from '../transformers/company_csv.js'
import { toCompany, toCompanyDetail } from '../transformers/company_transformer.js'

/** All companies, for admins. */
export default class CompaniesController {
  async index({ request, session }: HttpContext) {
    const list = await request.validateUsing(companyListValidator)
    return mapPage(await listCompanies(session!, list), toCompany)
  }

  async export(ctx: HttpContext) {
    const list = await ctx.request.validateUsing(companyListValidator)
    const { data } = await exportCompanies(ctx.session!, list)
    sendCsv(ctx, 'bedrijven', companiesCsv(data, ctx.session!.row.language))
  }

  async show({ params, session }: HttpContext) {
    return { data: toCompanyDetail(await showCompany(session!, String(params.id))) }
  }

  async update({ params, request, session }: HttpContext) {
    const change = await request.validateUsing(updateCompanyValidator)
    return { data: toCompanyDetail(await updateCompany(session!, String(params.id), change)) }
  }

  async logo(ctx: HttpContext) {
    const content = await readUpload(ctx, 'logo', MAX_IMAGE_BYTES)
    return { data: toCompanyDetail(await updateLogo(ctx.session!, String(ctx.params.id), content)) }
  }
}
