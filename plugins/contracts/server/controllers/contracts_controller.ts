import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '#core/contract/errors'
import { companyChoices } from '#core/kit/companies'
import { listPage } from '#core/kit/lists'
import { inChosenCompany, inCompanyOfRow, type Session, withinReach } from '#core/kit/scope'
import {
  companyQuery,
  contractChangeValidator,
  contractValidator,
  coursesValidator,
  leftValidator,
  orderValidator,
} from '#plugins/contracts/server/validators/contracts'
import { contractList } from '../lists/contracts.js'
import { useList } from '../lists/uses.js'
import {
  courseChoices,
  createContract,
  createOrder,
  listOrders,
  removeOrder,
  showContract,
  updateContract,
} from '../services/contract_service.js'
import { remainingPlaces } from '../services/remaining_places.js'
import { toContract, toUse } from '../transformers/contract_transformer.js'

/** Runs in the company whose orders an admin requests (`?company=`), else in one's own. @throws AppError 404 for an admin who names none */
async function atCompany<T>(request: HttpContext['request'], session: Session, fn: () => Promise<T>): Promise<T> {
  const { company = 0 } = await companyQuery.validate({ company: request.qs().company })
  return inChosenCompany(session, { company, reason: 'contracts.orders' }, fn)
}

/** Contracts, their use, and purchase orders. */
export default class ContractsController {
  async index(ctx: HttpContext) {
    return listPage(contractList, ctx, toContract)
  }

  async show({ params, session }: HttpContext) {
    return { data: await showContract(session!, String(params.id)) }
  }

  async create({ request, response, session }: HttpContext) {
    const data = await createContract(session!, await request.validateUsing(contractValidator))
    response.status(201)
    return { data }
  }

  async update({ params, request, session }: HttpContext) {
    return { data: await updateContract(session!, String(params.id), await request.validateUsing(contractChangeValidator)) }
  }

  /** The company of the contract. */
  async companies({ session }: HttpContext) {
    return { data: await withinReach(session!, 'contracts.companies', () => companyChoices('contracts')) }
  }

  /** The courses that a company's contract may contain. */
  async courses({ request, session }: HttpContext) {
    const { company } = await request.validateUsing(coursesValidator)
    return { data: await inChosenCompany(session!, { company, reason: 'contracts.courses' }, () => courseChoices(session!.row.language)) }
  }

  /**
   * Before courses are given: the remaining places of their contracts. An admin without a company gives courses in several and gets no
   * answer.
   */
  async left({ request, session }: HttpContext) {
    const { courses, company = 0 } = await request.validateUsing(leftValidator)
    if (!session!.companyId && !company) return { data: [] }
    return {
      data: await inChosenCompany(session!, { company, reason: 'contracts.left' }, () => remainingPlaces(courses, session!.row.language)),
    }
  }

  /** The tab "consumption". */
  async uses(ctx: HttpContext) {
    return listPage(useList, ctx, (row) => toUse(row, ctx.session!.row.language))
  }

  async orders({ request, session }: HttpContext) {
    return { data: await atCompany(request, session!, async () => listOrders()) }
  }

  async createOrder({ request, response, session }: HttpContext) {
    const order = await request.validateUsing(orderValidator)
    await atCompany(request, session!, () => createOrder(order))
    response.status(201)
    return { status: 'good' as const }
  }

  async removeOrder({ params, session }: HttpContext) {
    const where = { table: 'contracts_orders', id: String(params.id), reason: 'contracts.orders' }
    if (!(await inCompanyOfRow(session!, where, () => removeOrder(where.id)))) throw notFound()
    return { status: 'good' as const }
  }
}
