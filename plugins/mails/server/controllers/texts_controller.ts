import type { HttpContext } from '@adonisjs/core/http'
import type { TextKey } from '#core/kit/mail'
import { chosenValidator, resetValidator, saveValidator, tryValidator } from '#plugins/mails/server/validators/texts'
import { history, overview, preview, save, showText, test } from '../services/text_service.js'
import { toText, toVersion } from '../transformers/text_transformer.js'

const keyOf = (params: HttpContext['params'], { company = null, language }: { company?: number | null | undefined; language: string }) =>
  ({ trigger: String(params.trigger), company, language }) satisfies TextKey

/** The texts of mails, for admins: the platform's, and those of companies with their own. */
export default class TextsController {
  async index({ session }: HttpContext) {
    return { data: await overview(session!) }
  }

  async show({ params, request, session }: HttpContext) {
    return { data: toText(await showText(session!, keyOf(params, await request.validateUsing(chosenValidator)))) }
  }

  async update({ params, request, session }: HttpContext) {
    const { version, subject, body, action, ...key } = await request.validateUsing(saveValidator)
    return { data: toText(await save(session!, keyOf(params, key), { words: { subject, body, action }, version })) }
  }

  /** Restores the underlying texts. */
  async reset({ params, request, session }: HttpContext) {
    const { version, ...key } = await request.validateUsing(resetValidator)
    return { data: toText(await save(session!, keyOf(params, key), { words: null, version })) }
  }

  async versions({ params, request, session }: HttpContext) {
    const found = await history(session!, keyOf(params, await request.validateUsing(chosenValidator)))
    return { data: found.map(toVersion) }
  }

  async preview({ params, request, session }: HttpContext) {
    const { subject, body, action, ...key } = await request.validateUsing(tryValidator)
    const { subject: line, html, text } = await preview(session!, keyOf(params, key), { subject, body, action })
    return { data: { subject: line, html, text } }
  }

  async test({ params, request, session }: HttpContext) {
    const { subject, body, action, ...key } = await request.validateUsing(tryValidator)
    await test(session!, keyOf(params, key), { subject, body, action })
    return { status: 'good' as const }
  }
}
