import db from '@adonisjs/lucid/services/db'
import { conflict, notFound } from '#core/contract/errors'
import type { Day } from '#core/kit/days'
import { inCompanyOfToken } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { type CourseSummary, type LearningService, learningService } from '#plugins/learning/contract/index'
import type { Kind } from '../../kinds.js'
import type { Validity } from './validity.js'

export const ENTRANCES = 'direct_access_entrances'
export const VISITS = 'direct_access_visits'

export interface EntranceRow extends Validity {
  id: number
  company_id: number
  kind: Kind
  token: string
  is_open: boolean
  course_ids: number[]
  code: string | null
  name: string | null
  /** For a project: its last day, and how many months later the data about its visitors is erased. */
  ends_on: Day | null
  erase_months: number | null
}

/** The learning service, which direct access depends on. @throws AppError 409 direct_access_closed if learning is off */
export async function learning(): Promise<LearningService> {
  const service = await serviceOf(learningService)
  if (!service) throw conflict('direct_access_closed')
  return service
}

/** The courses of an entrance that are still available, in its order. */
export async function coursesOf({ course_ids: ids }: Pick<EntranceRow, 'course_ids'>): Promise<CourseSummary[]> {
  const known = new Map((await (await learning()).listCourses()).map((course) => [course.id, course]))
  return ids.flatMap((id) => known.get(id) ?? [])
}

export interface OpenEntrance {
  entrance: EntranceRow
  courses: CourseSummary[]
}

/**
 * Runs `fn` in the company of the link.
 * @throws AppError 404 for an unknown or replaced link; 409 direct_access_closed when the company closed it or it has no available courses
 */
export async function atEntrance<T>(token: string, fn: (open: OpenEntrance) => Promise<T>): Promise<T> {
  return inCompanyOfToken({ plugin: 'direct_access', table: ENTRANCES, token }, async () => {
    const entrance: EntranceRow | null = await db.from(ENTRANCES).where('token', token).first()
    if (!entrance) throw notFound()
    const courses = entrance.is_open ? await coursesOf(entrance) : []
    if (!courses.length) throw conflict('direct_access_closed')
    return fn({ entrance, courses })
  })
}
