import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '#core/contract/errors'
import { companyChoices } from '#core/kit/companies'
import { attach, listPage } from '#core/kit/lists'
import { withinReach } from '#core/kit/scope'
import {
  batchValidator,
  linkChangeValidator,
  linkValidator,
  optionsQuery,
  switchValidator,
} from '#plugins/booking_links/server/validators/links'
import { linkList } from '../lists/links.js'
import { makeBatch } from '../services/batch.js'
import { addressOf, QR_FORMATS, qrFile, type QrFormat } from '../services/codes.js'
import { linkDays, linkHistory } from '../services/history.js'
import { createLink, removeLink, showLink, switchLink, updateLink } from '../services/manage.js'
import { choices } from '../services/choices.js'
import { type LinkDetail, toLink } from '../transformers/link_transformer.js'

const withAddress = async (link: LinkDetail) => ({ ...link, address: await addressOf(link.token) })

/** Booking links, for the platform's admins. */
export default class LinksController {
  async index(ctx: HttpContext) {
    const base = await addressOf('')
    return listPage(linkList, ctx, (row) => ({ ...toLink(row), address: base + row.token }))
  }

  async show({ params, session }: HttpContext) {
    return { data: await withAddress(await showLink(session!, String(params.id))) }
  }

  async create({ request, response, session }: HttpContext) {
    const data = await withAddress(await createLink(session!, await request.validateUsing(linkValidator)))
    response.status(201)
    return { data }
  }

  async update({ params, request, session }: HttpContext) {
    return { data: await withAddress(await updateLink(session!, String(params.id), await request.validateUsing(linkChangeValidator))) }
  }

  async switch({ params, request, session }: HttpContext) {
    const { on } = await request.validateUsing(switchValidator)
    return { data: await withAddress(await switchLink(session!, String(params.id), on)) }
  }

  async remove({ params, session }: HttpContext) {
    await removeLink(session!, String(params.id))
    return { status: 'good' as const }
  }

  async history({ params, session }: HttpContext) {
    return { data: await linkHistory(session!, String(params.id)) }
  }

  async days({ params, session }: HttpContext) {
    return { data: await linkDays(session!, String(params.id)) }
  }

  async qr(ctx: HttpContext) {
    const format = String(ctx.params.format) as QrFormat
    if (!Object.hasOwn(QR_FORMATS, format)) throw notFound()
    const { name, content } = await qrFile(ctx.session!, String(ctx.params.id), format)
    attach(ctx, { name, type: QR_FORMATS[format] })
    ctx.response.send(typeof content === 'string' ? content : Buffer.from(content))
  }

  /** Creates many links for one booking each. */
  async batch(ctx: HttpContext) {
    const { count } = await ctx.request.validateUsing(batchValidator)
    const { name, content } = await makeBatch(ctx.session!, String(ctx.params.id), count)
    attach(ctx, { name, type: 'text/csv; charset=utf-8' })
    ctx.response.send(content)
  }

  /** Courses and exam moments of a company that a link can be for. */
  async options({ request, session }: HttpContext) {
    return { data: await choices(session!, await optionsQuery.validate(request.qs())) }
  }

  /** The companies for which links can be created. */
  async companies({ session }: HttpContext) {
    return { data: await withinReach(session!, 'booking_links.companies', () => companyChoices('booking_links')) }
  }
}
