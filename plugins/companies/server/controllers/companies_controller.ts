import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { invalid } from '#core/contract/errors'
import { MAX_IMAGE_BYTES } from '#core/files/images'
import { sendCsv } from '#core/http/csv'
import { mapPage } from '#core/http/list_query'
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

  async logo({ params, request, session }: HttpContext) {
    const file = request.file('logo')
    if (!file?.tmpPath) throw invalid('logo', 'required')
    // Looked at before it is read: what is too large never fills the memory.
    if (file.size > MAX_IMAGE_BYTES) throw invalid('logo', 'too_large')
    return { data: toCompanyDetail(await updateLogo(session!, String(params.id), await readFile(file.tmpPath))) }
  }
}
