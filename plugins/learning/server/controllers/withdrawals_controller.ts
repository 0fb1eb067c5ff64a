import type { HttpContext } from '@adonisjs/core/http'
import { withdrawalCompanyValidator, withdrawalPreviewValidator, withdrawValidator } from '#plugins/learning/server/validators/editor'
import { toWithdrawal } from '../transformers/withdrawal_transformer.js'
import { showWithdrawal, withdraw } from '../withdrawing/withdraw.js'

// Outside the method, whose validator types the body of the call.
const chosenCompany = async (request: HttpContext['request']) => (await withdrawalCompanyValidator.validate(request.qs())).company

/** Withdrawing a question after people answered it. */
export default class WithdrawalsController {
  async show({ params, request, session }: HttpContext) {
    const { also_fails: alsoFails = false, company } = await request.validateUsing(withdrawalPreviewValidator)
    return { data: toWithdrawal(await showWithdrawal(session!, String(params.question), { alsoFails, company }), session!.row.language) }
  }

  async store({ params, request, response, session }: HttpContext) {
    const order = await request.validateUsing(withdrawValidator)
    await withdraw(session!, String(params.question), order, await chosenCompany(request))
    response.status(202)
    return { data: { withdrawn: true } }
  }
}
