import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '#core/contract/errors'
import { attach } from '#core/kit/lists'
import { qrPath } from '#core/kit/qr'
import { inCompanyOfRow, inCompanyOfToken } from '#core/kit/scope'
import { passportQuery } from '#plugins/passport/server/validators/passport'
import { endLink, linkOf, memberAt, renewLink } from '../services/links.js'
import { passportOf } from '../services/passport.js'
import { passportPdf } from '../services/passport_pdf.js'
import { toOwn, toPassport } from '../transformers.js'
import { languageOf } from '../words.js'

/** A person without a company, such as a platform's admin, has no passport. @throws AppError 404 */
function ownId({ session }: HttpContext): number {
  if (!session!.membershipId) throw notFound()
  return session!.membershipId
}

const ownLanguage = ({ session }: HttpContext) => languageOf(session!.row.language)

async function own(ctx: HttpContext, language = ownLanguage(ctx)) {
  const id = ownId(ctx)
  const link = await linkOf(id)
  return { data: toOwn(toPassport(await passportOf(id, language, 'all'), language), link, link ? qrPath(link) : null) }
}

function sendPdf(ctx: HttpContext, bytes: Uint8Array, language: string) {
  attach(ctx, { name: `paspoort-${language}.pdf`, type: 'application/pdf' })
  ctx.response.send(Buffer.from(bytes))
}

/** Safety passports: the caller's own, that of a managed person, and the public page behind a QR code. */
export default class PassportsController {
  async mine(ctx: HttpContext) {
    const { language } = await ctx.request.validateUsing(passportQuery)
    return own(ctx, language)
  }

  async minePdf(ctx: HttpContext) {
    const { language = ownLanguage(ctx) } = await ctx.request.validateUsing(passportQuery)
    const id = ownId(ctx)
    sendPdf(ctx, await passportPdf(id, language, await linkOf(id)), language)
  }

  /** Turns the public page on, or gives it another address. */
  async renew(ctx: HttpContext) {
    await renewLink(ownId(ctx))
    return own(ctx)
  }

  async end(ctx: HttpContext) {
    await endLink(ownId(ctx))
    return own(ctx)
  }

  async show(ctx: HttpContext) {
    const { language = ownLanguage(ctx) } = await ctx.request.validateUsing(passportQuery)
    const row = { table: 'core_memberships', id: String(ctx.params.id), reason: 'passport.show' }
    const shown = await inCompanyOfRow(ctx.session!, row, () => passportOf(Number(ctx.params.id), language, 'all'))
    return { data: toPassport(shown, language) }
  }

  /** For a supervisor, without the person's own QR code. */
  async pdf(ctx: HttpContext) {
    const { language = ownLanguage(ctx) } = await ctx.request.validateUsing(passportQuery)
    const row = { table: 'core_memberships', id: String(ctx.params.id), reason: 'passport.pdf' }
    const bytes = await inCompanyOfRow(ctx.session!, row, () => passportPdf(Number(ctx.params.id), language, null))
    sendPdf(ctx, bytes, language)
  }

  /** For a person who scans the QR code: only what is valid today. */
  async public({ params, request }: HttpContext) {
    const token = String(params.token)
    const { language = 'nl' } = await request.validateUsing(passportQuery)
    return inCompanyOfToken({ plugin: 'passport', table: 'passport_links', token }, async () => {
      const id = await memberAt(token)
      if (!id) throw notFound()
      return { data: toPassport(await passportOf(id, language, 'valid'), language) }
    })
  }
}
