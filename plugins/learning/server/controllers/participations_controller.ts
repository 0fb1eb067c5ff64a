import type { HttpContext } from '@adonisjs/core/http'
import type { Session } from '#core/contract/session'
import { serviceOf } from '#core/kit/services'
import { courseFlows } from '#plugins/learning/contract/flows'
import { otherWork } from '#plugins/learning/contract/other_work'
import { languageValidator } from '#plugins/learning/server/validators/learning'
import { loadContent } from '../services/course_content.js'
import { requirementsOf } from '../requirements/unmet.js'
import { listOwn } from '../services/my_trainings.js'
import { mailLink } from '../services/mail_link.js'
import { requiresBirthdate } from '../services/start_rules.js'
import { chooseLanguage, findOwn } from '../services/participation_service.js'
import { toCourse } from '../transformers/course_transformer.js'
import { toTraining } from '../transformers/training_transformer.js'

/** Whether there is a flow to show: a flow can wait for weeks before it gives its first training. */
async function isInAnyFlow({ membershipId }: Session, trainings: readonly { source: string }[]): Promise<boolean> {
  if (membershipId === null) return false
  if (trainings.some(({ source }) => source === 'flow')) return true
  return (await (await serviceOf(courseFlows))?.includes(membershipId)) ?? false
}

/** A participant's own trainings. */
export default class ParticipationsController {
  async index({ session }: HttpContext) {
    const rows = await listOwn(session!)
    const { language } = session!.row
    const others = (await (await serviceOf(otherWork))?.has(session!)) ?? false
    return { data: rows.map((row) => toTraining(row, language)), has_others: others, in_flow: await isInAnyFlow(session!, rows) }
  }

  async show({ session, params }: HttpContext) {
    const participation = await findOwn(session!, params.participation)
    const content = await loadContent(participation)
    const before = {
      asksBirthdate: await requiresBirthdate(participation, content),
      // Only for a person who has not begun; it is irrelevant afterwards.
      askedFor: participation.language === null ? await requirementsOf(participation.membershipId, participation.courseId, 'course') : [],
    }
    return { data: toCourse(participation, content, session!.row.language, before) }
  }

  async link({ session, params }: HttpContext) {
    await mailLink(session!, params.participation)
    return { status: 'good' as const }
  }

  async language({ session, params, request }: HttpContext) {
    const { language, birthdate = null } = await request.validateUsing(languageValidator)
    const participation = await chooseLanguage(session!, params.participation, language, birthdate)
    return { data: { id: participation.id, language, expires_at: participation.expiresAt?.toISO() ?? null } }
  }
}
