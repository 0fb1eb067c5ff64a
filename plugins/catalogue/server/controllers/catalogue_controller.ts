import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '#core/contract/errors'
import { listPage, mapPage } from '#core/kit/lists'
import { askValidator, decideValidator, offersValidator, publicValidator } from '#plugins/catalogue/server/validators/catalogue'
import { requestList } from '../lists/requests.js'
import { contactUrl } from '../services/contact.js'
import { requestedCourses, listOffers, pageOfOffers, showOffer } from '../services/offers.js'
import { atPublicSite, publicOffer, publicPicture, publicPictureUrl, publicSectors } from '../services/public_site.js'
import { aboutRequest, requestCourse, decideRequest, mayTake, startFreeCourse } from '../services/requests.js'
import { toDetail, toOffer, toRequest } from '../transformers/catalogue_transformer.js'

const languageOf = ({ session }: Pick<HttpContext, 'session'>) => session!.row.language

/** The catalogue for signed-in people and visitors, and the requests of participants. */
export default class CatalogueController {
  async index(ctx: HttpContext) {
    const page = await listOffers(ctx.session!, await offersValidator.validate(ctx.request.qs()))
    const asked = await requestedCourses(
      ctx.session!,
      page.data.map(({ course_id: id }) => id),
    )
    return mapPage(page, (row) => ({ ...toOffer(row, languageOf(ctx)), requested: asked.has(row.course_id) }))
  }

  async show({ params, session }: HttpContext) {
    const detail = await showOffer(session!, String(params.id), (row) => mayTake(session!, row))
    return { data: toDetail(detail, session!.row.language) }
  }

  async take({ params, session }: HttpContext) {
    return { data: { participation: await startFreeCourse(session!, String(params.id)) } }
  }

  async ask({ params, request, session }: HttpContext) {
    const { message = '' } = await request.validateUsing(askValidator)
    await requestCourse(session!, String(params.id), message)
    return { status: 'good' as const }
  }

  async requests(ctx: HttpContext) {
    return listPage(requestList, ctx, (row) => toRequest(row, languageOf(ctx)))
  }

  async about({ params, session }: HttpContext) {
    const { passedAt } = await aboutRequest(session!, String(params.id))
    return { data: { passed_at: passedAt?.toISOString() ?? null } }
  }

  async decide(ctx: HttpContext) {
    const { grant, answer = '' } = await ctx.request.validateUsing(decideValidator)
    return { data: toRequest(await decideRequest(ctx.session!, String(ctx.params.id), grant, answer), languageOf(ctx)) }
  }

  /** Public data: no cookie, no session. */
  async publicIndex({ request }: HttpContext) {
    const { company, ...query } = await publicValidator.validate(request.qs())
    const language = String(request.qs().lang ?? 'nl').slice(0, 3)
    return atPublicSite(request, company, async () => ({
      ...mapPage(await pageOfOffers(false, query), (row) => toOffer(row, language, publicPictureUrl(company))),
      sectors: await publicSectors(),
    }))
  }

  async publicShow({ params, request }: HttpContext) {
    const { company } = await publicValidator.validate(request.qs())
    const language = String(request.qs().lang ?? 'nl').slice(0, 3)
    const detail = await atPublicSite(request, company, () => publicOffer(String(params.id)))
    return { data: toDetail(detail, language, publicPictureUrl(company)) }
  }

  async publicPicture({ params, request, response }: HttpContext) {
    const { company } = await publicValidator.validate(request.qs())
    const picture = await atPublicSite(request, company, () => publicPicture(String(params.hash)))
    // Addressed by content hash: it never changes, and everybody may see it.
    response.header('Cache-Control', 'public, max-age=31536000, immutable').header('Content-Type', picture.contentType)
    response.header('Cross-Origin-Resource-Policy', 'cross-origin')
    response.send(Buffer.from(picture.content))
  }

  /** Specification, section 2: redirects to the configured contact page, never to an address of the request. */
  async booking({ params, request, response, session }: HttpContext) {
    const { company } = await publicValidator.validate({ company: request.qs().company })
    const to = await contactUrl(request, session, { company, category: params.category, courseid: params.courseid })
    if (!to) throw notFound()
    response.header('Referrer-Policy', 'no-referrer').redirect(to)
  }
}
