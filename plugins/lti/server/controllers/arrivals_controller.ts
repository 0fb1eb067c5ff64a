import type { HttpContext } from '@adonisjs/core/http'
import { AppError, conflict } from '#core/contract/errors'
import { ArrivalRefused } from '#core/contract/launches'
import { limitCalls } from '#core/kit/calls'
import { readMetadata } from '#core/kit/registration'
import { offeredLanguages } from '#core/kit/words'
import { arrivalValidator, arrivedValidator, linkingValidator } from '#plugins/lti/server/validators/lti'
import { arrive, registrationScreen, registerArrived } from '../services/arrive.js'

/** A class or a shift that starts at nine shares one address. */
const ARRIVALS = { requests: 3000, duration: '10 mins' }

/** A person who follows a link signed by another system (`/launch/{token}/{integration}/…`). */
export default class ArrivalsController {
  async create(ctx: HttpContext) {
    await limitCalls('lti.arrivals', { ip: ctx.request.ip() }, ARRIVALS)
    const launch = await ctx.request.validateUsing(arrivalValidator)
    try {
      return { path: await arrive(ctx, launch) }
    } catch (error) {
      if (error instanceof ArrivalRefused) throw conflict(error.reason)
      if (error instanceof AppError && error.status === 404) throw conflict('source_unknown')
      throw error
    }
  }

  async show({ request }: HttpContext) {
    const { sealed } = await request.validateUsing(linkingValidator)
    return { data: await registrationScreen(sealed, request.language([...offeredLanguages()]) ?? 'en') }
  }

  async register(ctx: HttpContext) {
    await limitCalls('lti.arrivals', { ip: ctx.request.ip() }, ARRIVALS)
    const { sealed, firstname = '', infix, lastname = '', metadata, ...said } = await ctx.request.validateUsing(arrivedValidator)
    return { path: await registerArrived(ctx, sealed, { ...said, firstname, infix, lastname, extra: readMetadata(metadata).extra }) }
  }
}
