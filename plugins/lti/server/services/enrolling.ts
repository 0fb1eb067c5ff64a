import { AppError } from '#core/contract/errors'
import { serviceOf } from '#core/kit/services'
import { type CourseSummary, learningService } from '#plugins/learning/contract/index'
import { LaunchRefused } from './refusal.js'

/** The course of the running company with a short name, or by its id. @throws LaunchRefused course_missing */
export async function courseNamed(named: string | number): Promise<CourseSummary> {
  const course = await (await serviceOf(learningService))?.courseNamed(named)
  if (!course) throw new LaunchRefused('course_missing', String(named))
  return course
}

/**
 * Gives somebody a course where they do not have it yet. What they passed they look at; what is over stays over: a new start is their
 * supervisor's to give.
 * @param before one that they had, by whoever remembers
 * @returns their participation
 * @throws LaunchRefused course_missing, contract_limit_reached
 */
export async function enrol(membershipId: number, courseId: number, before: () => Promise<number | null> = () => Promise.resolve(null)) {
  const learning = await serviceOf(learningService)
  if (!learning) throw new LaunchRefused('course_missing')
  // What came of an earlier launch may be of the course that the link opened then.
  const earlier = async () => {
    const participationId = await before()
    const [outcome] = participationId ? await learning.outcomes([participationId]) : []
    return outcome?.courseId === courseId ? participationId : null
  }
  const { openId, passed } = await learning.standing(membershipId, courseId)
  const known = openId ?? passed?.participationId ?? (await earlier())
  return known ?? (await learning.register(membershipId, courseId, 'lti').catch(asRefusal))
}

/** Why a course is not given, as the reason of a launch that ends. */
function asRefusal(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  if (error.status === 404) throw new LaunchRefused('course_missing')
  if (error.code === 'contract_limit_reached') throw new LaunchRefused('contract_limit_reached')
  throw error
}
