import type { HttpContext } from '@adonisjs/core/http'
import { secondFactorCodeValidator, secondFactorPasswordValidator } from '#core/profile/validators'
import { asMade, passkeyMadeValidator } from '#core/accounts/passkey_validators'
import { relyingParty } from '../../accounts/passkeys.js'
import { notFound } from '../../contract/errors.js'
import { beginPasskey, confirmPasskey, ownPasskeys, removePasskey } from '../own_passkeys.js'
import { beginOwn, confirmOwn, ownSecondFactor, removeOwn, renewOwnCodes } from '../own_second_factor.js'

/** The caller's own second factor: authenticator app, passkeys, recovery codes. */
export default class SecondFactorController {
  async show({ session }: HttpContext) {
    return { data: await ownSecondFactor(session!) }
  }

  async begin({ request, session }: HttpContext) {
    const { current } = await request.validateUsing(secondFactorPasswordValidator)
    return { data: await beginOwn(session!, current, request.ip()) }
  }

  async confirm({ request, session }: HttpContext) {
    const { code } = await request.validateUsing(secondFactorCodeValidator)
    return { data: { recovery_codes: await confirmOwn(session!, code) } }
  }

  async codes({ request, session }: HttpContext) {
    const { code } = await request.validateUsing(secondFactorCodeValidator)
    return { data: { recovery_codes: await renewOwnCodes(session!, code) } }
  }

  async remove({ request, session }: HttpContext) {
    const { current } = await request.validateUsing(secondFactorPasswordValidator)
    await removeOwn(session!, current, request.ip())
    return { status: 'good' as const }
  }

  async passkeys(ctx: HttpContext) {
    return { data: await ownPasskeys(ctx.session!, await relyingParty(ctx)) }
  }

  async beginPasskey(ctx: HttpContext) {
    const { current } = await ctx.request.validateUsing(secondFactorPasswordValidator)
    return { data: await beginPasskey(ctx.session!, { current, ip: ctx.request.ip() }, await relyingParty(ctx)) }
  }

  async confirmPasskey(ctx: HttpContext) {
    const { response, ...given } = await ctx.request.validateUsing(passkeyMadeValidator)
    const codes = await confirmPasskey(ctx.session!, { ...given, response: asMade(response) }, await relyingParty(ctx))
    return { data: { recovery_codes: codes } }
  }

  async removePasskey({ params, request, session }: HttpContext) {
    const { current } = await request.validateUsing(secondFactorPasswordValidator)
    const id = Number(params.id)
    if (!Number.isSafeInteger(id)) throw notFound()
    await removePasskey(session!, id, { current, ip: request.ip() })
    return { status: 'good' as const }
  }
}
