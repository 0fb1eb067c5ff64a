import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '#core/contract/errors'
import { companyChoices } from '#core/kit/companies'
import { listPage } from '#core/kit/lists'
import { withinReach } from '#core/kit/scope'
import { contractChangeValidator, contractValidator, orderValidator } from '#plugins/contracts/server/validators/contracts'
import { contractList } from '../lists/contracts.js'
import { createContract, createOrder, listOrders, removeOrder, showContract, updateContract } from '../services/contract_service.js'
import { toContract } from '../transformers/contract_transformer.js'

/** Contracts, what was used of them, and purchase orders. */
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

  /** Whose contract it will be. */
  async companies({ session }: HttpContext) {
    return { data: await withinReach(session!, 'contracts.companies', () => companyChoices('contracts')) }
  }

  async orders() {
    return { data: await listOrders() }
  }

  async createOrder({ request, response }: HttpContext) {
    await createOrder(await request.validateUsing(orderValidator))
    response.status(201)
    return { status: 'good' as const }
  }

  async removeOrder({ params }: HttpContext) {
    if (!(await removeOrder(String(params.id)))) throw notFound()
    return { status: 'good' as const }
  }
}
