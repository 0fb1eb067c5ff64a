import type { HttpContext } from '@adonisjs/core/http'
import { conflict } from '#core/contract/errors'
import { linkValidator, linkingValidator } from '#plugins/lti/server/validators/lti'
import { textIn } from '#core/kit/words'
import { pickable } from '../services/deep_link.js'
import { link, linkingOf, unlink, unlinkingOf } from '../services/linking.js'
import { LaunchRefused } from '../services/refusal.js'
import { contextResults, syncRoster, takeCourse } from '../services/results.js'

/** The pages for people of a launch: who they are here, what they teach, what they can select. */
export default class PeopleController {
  /** The account that a linking page concerns; the sealed data in the address is the permission. */
  async linking({ request }: HttpContext) {
    const known = await linkingOf((await request.validateUsing(linkingValidator)).sealed)
    if (!known) throw conflict('link_over')
    return { data: known }
  }

  async link({ request }: HttpContext) {
    const { sealed, password } = await request.validateUsing(linkValidator)
    await link(sealed, password, request.ip())
    return { status: 'good' as const }
  }

  async unlinking({ request }: HttpContext) {
    const system = unlinkingOf((await request.validateUsing(linkingValidator)).sealed)
    if (system === null) throw conflict('unlink_over')
    return { data: { system } }
  }

  async unlink({ request }: HttpContext) {
    await unlink((await request.validateUsing(linkingValidator)).sealed)
    return { status: 'good' as const }
  }

  async offers({ params, session }: HttpContext) {
    const { several, takesLinks, offers } = await pickable(session!.membershipId, String(params.token))
    const { language } = session!.row
    return {
      data: {
        several,
        takes_links: takesLinks,
        offers: offers.map((offer) => ({
          id: offer.courseId,
          name: textIn(offer.name, language),
          description: textIn(offer.description, language),
          duration_minutes: offer.durationMinutes,
          languages: offer.languages,
          photo: offer.photo && { hash: offer.photo.hash, alt: textIn(offer.photo.alt, language) },
        })),
      },
    }
  }

  async results({ params, session }: HttpContext) {
    return { data: await contextResults(session!.membershipId, Number(params.id), session!.row.language) }
  }

  /** The current list of people from the platform. */
  async roster({ params, session }: HttpContext) {
    return { data: await syncRoster(session!.membershipId, Number(params.id)) }
  }

  async take({ params, session }: HttpContext) {
    try {
      return { status: 'good' as const, path: await takeCourse(session!.membershipId ?? 0, Number(params.id)) }
    } catch (error) {
      throw error instanceof LaunchRefused ? conflict(error.reason) : error
    }
  }
}
