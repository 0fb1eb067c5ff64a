import type { HttpContext } from '@adonisjs/core/http'
import db from '@adonisjs/lucid/services/db'
import { conflict } from '#core/contract/errors'
import { attach, listPage } from '#core/kit/lists'
import { sellerValidator } from '#plugins/invoices/server/validators/invoices'
import { invoiceList } from '../lists/invoices.js'
import { assertOpen, atInvoice } from '../services/access.js'
import { pdfOf, ublOf } from '../services/documents.js'
import { recordPaid } from '../services/issue.js'
import { saveSeller, showSeller } from '../services/seller.js'
import { findInvoice, wholeInvoice } from '../services/store.js'
import { toInvoice, toInvoiceDetail } from '../transformers/invoice_transformer.js'

/** Invoices: list, viewer, files, payment by hand; and the seller. */
export default class InvoicesController {
  async index(ctx: HttpContext) {
    await assertOpen(ctx.session!)
    return listPage(invoiceList, ctx, toInvoice)
  }

  async show({ params, session }: HttpContext) {
    const whole = await atInvoice(session!, String(params.id), 'show', () => wholeInvoice(params.id))
    return { data: toInvoiceDetail(whole, session!.row.language) }
  }

  async pdf({ params, response, session }: HttpContext) {
    const { number, content } = await atInvoice(session!, String(params.id), 'pdf', async () => {
      const whole = await wholeInvoice(params.id)
      return { number: whole.invoice.number, content: await pdfOf(whole) }
    })
    response.header('content-type', 'application/pdf')
    response.header('content-disposition', `inline; filename="${number}.pdf"`)
    return response.send(Buffer.from(content))
  }

  async ubl(ctx: HttpContext) {
    const { params, response, session } = ctx
    const whole = await atInvoice(session!, String(params.id), 'ubl', () => wholeInvoice(params.id))
    attach(ctx, { name: `${whole.invoice.number}.xml`, type: 'application/xml; charset=utf-8' })
    return response.send(ublOf(whole))
  }

  /** An admin confirms that the money arrived on the account. */
  async paid({ params, session }: HttpContext) {
    await atInvoice(session!, String(params.id), 'paid', async () => {
      const { id, kind } = await findInvoice(params.id)
      if (kind === 'credit') throw conflict('is_credit')
      await db.transaction((trx) => recordPaid(trx, id, new Date(), 'hand'))
    })
    return { status: 'good' as const }
  }

  async seller({ session }: HttpContext) {
    return { data: await showSeller(session!) }
  }

  async saveSeller({ request, session }: HttpContext) {
    return { data: await saveSeller(session!, await request.validateUsing(sellerValidator)) }
  }
}
