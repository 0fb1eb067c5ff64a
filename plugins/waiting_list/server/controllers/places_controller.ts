import type { HttpContext } from '@adonisjs/core/http'
import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { limitCalls } from '#core/kit/calls'
import { listPage } from '#core/kit/lists'
import { currentCompanyId, inCompanyOfToken, inPublicSite } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { textIn } from '#core/kit/words'
import { examsService } from '#plugins/exams/contract/index'
import { answerValidator, moveValidator, placeValidator, removeValidator } from '#plugins/waiting_list/server/validators/places'
import { placeList } from '../lists/places.js'
import { historyOf, movePlace, removePlace } from '../services/line.js'
import { answerPlace, joinWaitingList, findByToken, type PlaceRow } from '../services/places.js'
import { toHistory, toLine, toPlace } from '../transformers/places.js'

/** Limit per network: each request sends a mail. */
const ASKED = { requests: 20, duration: '1 hour' }

const languageOf = ({ session }: Pick<HttpContext, 'session'>) => session!.row.language

async function shown(row: PlaceRow) {
  const offer = await db.from('learning_offers').where('course_id', row.course_id).select('name').first()
  const moment = row.moment_id ? await (await serviceOf(examsService))?.moment(row.moment_id) : null
  return { data: toPlace(row, textIn(offer?.name, row.mail_language), moment ?? null) }
}

const byToken = <T>({ params }: HttpContext, fn: (token: string) => Promise<T>): Promise<T> => {
  const token = String(params.token)
  return inCompanyOfToken({ plugin: 'waiting_list', table: 'waiting_list_places', token }, () => fn(token))
}

/** The form, the link in the mails, and the list. */
export default class PlacesController {
  async create({ request, response, session }: HttpContext) {
    const input = await request.validateUsing(placeValidator)
    await limitCalls('waiting_list.ask', { ip: request.ip() }, ASKED)
    // A person of another company than the catalogue's counts as a visitor.
    const isOwn = session?.companyId && (!input.company || input.company === session.row.login_id)
    if (isOwn) await joinWaitingList(input, session.membershipId)
    else {
      await inPublicSite({ plugin: 'waiting_list', company: input.company, host: request.hostname() }, async () => {
        // The platform itself has no list: a place belongs to a company.
        if (!currentCompanyId()) throw notFound()
        await joinWaitingList(input, null)
      })
    }
    response.status(202)
    return { status: 'good' as const }
  }

  async show(ctx: HttpContext) {
    return byToken(ctx, async (token) => shown(await findByToken(token)))
  }

  async answer(ctx: HttpContext) {
    const { action } = await ctx.request.validateUsing(answerValidator)
    return byToken(ctx, async (token) => shown(await answerPlace(token, action)))
  }

  async index(ctx: HttpContext) {
    return listPage(placeList, ctx, (row) => toLine(row, languageOf(ctx)))
  }

  async move(ctx: HttpContext) {
    const { to, reason } = await ctx.request.validateUsing(moveValidator)
    return { data: toLine(await movePlace(ctx.session!, String(ctx.params.id), to, reason), languageOf(ctx)) }
  }

  async remove(ctx: HttpContext) {
    const { reason } = await ctx.request.validateUsing(removeValidator)
    return { data: toLine(await removePlace(ctx.session!, String(ctx.params.id), reason), languageOf(ctx)) }
  }

  async history(ctx: HttpContext) {
    return { data: (await historyOf(ctx.session!, String(ctx.params.id))).map(toHistory) }
  }
}
