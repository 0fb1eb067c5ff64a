import { AppError } from '#core/contract/errors'
import { serviceOf } from '#core/kit/services'
import { type CourseSummary, learningService } from '#plugins/learning/contract/index'
import { LaunchRefused } from './refusal.js'

/** The course of the current company with a short name, or with its id. @throws LaunchRefused course_missing */
export async function courseNamed(named: string | number): Promise<CourseSummary> {
  const course = await (await serviceOf(learningService))?.courseNamed(named)
  if (!course) throw new LaunchRefused('course_missing', String(named))
  return course
}

/**
 * Gives a person a course when they do not have it yet. A passed course can be viewed. An ended one stays ended: only their supervisor can
 * restart it.
 * @param before an earlier participation, when the caller knows it
 * @returns their participation
 * @throws LaunchRefused course_missing, contract_limit_reached
 */
export async function enrol(membershipId: number, courseId: number, before: () => Promise<number | null> = () => Promise.resolve(null)) {
  const learning = await serviceOf(learningService)
  if (!learning) throw new LaunchRefused('course_missing')
  // The participation of an earlier launch may belong to the course that the link opened then.
  const earlier = async () => {
    const participationId = await before()
    const [outcome] = participationId ? await learning.outcomes([participationId]) : []
    return outcome?.courseId === courseId ? participationId : null
  }
  const { openId, passed } = await learning.standing(membershipId, courseId)
  const known = openId ?? passed?.participationId ?? (await earlier())
  return known ?? (await learning.register(membershipId, courseId, 'lti').catch(asRefusal))
}

/** Converts the error of an assignment to the reason for a refused launch. */
function asRefusal(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  if (error.status === 404) throw new LaunchRefused('course_missing')
  if (error.code === 'contract_limit_reached') throw new LaunchRefused('contract_limit_reached')
  throw error
}
