import type { HttpContext } from '@adonisjs/core/http'
import { MAX_IMAGE_BYTES, readUpload } from '#core/kit/files'
import { listPage } from '#core/kit/lists'
import { updateCompanyValidator } from '#plugins/companies/server/validators/companies'
import { companies } from '../lists/companies.js'
import { companiesOf } from '../services/company_service.js'
import { toCompany, toCompanyDetail } from '../transformers/company_transformer.js'

/** All companies, for admins. */
export default class CompaniesController {
  async index(ctx: HttpContext) {
    return listPage(companies, ctx, toCompany)
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
