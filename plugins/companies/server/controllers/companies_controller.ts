import type { HttpContext } from '@adonisjs/core/http'
import { companyChoices, createCompany } from '#core/kit/companies'
import { listPage } from '#core/kit/lists'
import { acrossCompanies } from '#core/kit/scope'
import { createCompanyValidator } from '#plugins/companies/server/validators/companies'
import { companies } from '../lists/companies.js'
import { toCompany, toCompanyDetail } from '../transformers/company_transformer.js'

/** All companies, for admins. */
export default class CompaniesController {
  async index(ctx: HttpContext) {
    return listPage(companies, ctx, toCompany)
  }

  async choices({ session }: HttpContext) {
    return { data: await acrossCompanies(session!, 'companies.choices', () => companyChoices()) }
  }

  async create({ request, response, session }: HttpContext) {
    const company = await createCompany(session!, await request.validateUsing(createCompanyValidator))
    response.status(201)
    return { data: toCompanyDetail(company, session!) }
  }
}
