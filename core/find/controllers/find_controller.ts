import type { HttpContext } from '@adonisjs/core/http'
import logger from '@adonisjs/core/services/logger'
import type { Found, FoundGroup } from '../../contract/finders.js'
import vine from '../../http/validation.js'
import { pluginRegistry } from '../../plugins/registry.js'
import type { Session } from '../../tenancy/session.js'

/** Results per finder. */
const MAX_RESULTS = 5

const findValidator = vine.create({
  text: vine
    .string()
    .trim()
    .minLength(2)
    .maxLength(100)
    .regex(/^\P{Cc}*$/u),
})

/** The search behind the command palette. */
export default class FindController {
  /** The results of each plugin that is on. If one fails, the others still answer. */
  async index({ request, session }: HttpContext): Promise<{ data: FoundGroup[] }> {
    const { text } = await request.validateUsing(findValidator, { data: request.qs() })
    const registry = pluginRegistry()
    const finders = registry.finders.filter(
      ({ plugin, access }) => registry.isOn(plugin, session!.enabledPlugins) && session!.isAllowed(access),
    )
    const data: FoundGroup[] = []
    for (const { plugin, name, label, icon, find } of finders) {
      try {
        const hits = await (find as (session: Session, text: string, most: number) => Promise<Found[]>)(session!, text, MAX_RESULTS)
        if (hits.length) data.push({ plugin, name, label, icon, hits })
      } catch (error) {
        logger.error({ err: error, finder: name }, 'a finder failed')
      }
    }
    return { data }
  }
}
