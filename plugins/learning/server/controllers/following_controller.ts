import type { HttpContext } from '@adonisjs/core/http'
import { companyChoices } from '#core/kit/companies'
import { chosenIn, listPage } from '#core/kit/lists'
import { withinReach } from '#core/kit/scope'
import { actValidator, assignValidator, holdersValidator } from '#plugins/learning/server/validators/following'
import { act } from '../following/acts.js'
import { assign } from '../following/assign.js'
import { courseChoices } from '../following/course_choices.js'
import { findHolders } from '../following/holders.js'
import { loadAttempt, loadInsights } from '../following/insights.js'
import { personCourses } from '../following/person_courses.js'
import { totals } from '../following/totals.js'
import { totalsColumns } from '../following/totals_columns.js'
import { toAttemptInsight, toInsights } from '../transformers/insights_transformer.js'
import { toHolders } from '../transformers/holders_transformer.js'
import { toUsedCourse } from '../transformers/used_course_transformer.js'
import { usedCourseList } from '../lists/used_courses.js'
import { toPersonCourse, toTotalsRow } from '../transformers/totals_transformer.js'

/** Following up on participants: who has which course, their progress, and what a supervisor can do about it. */
export default class FollowingController {
  async courses({ session }: HttpContext) {
    return { data: await courseChoices(session!) }
  }

  async assign({ session, request }: HttpContext) {
    const {
      courses,
      members,
      due_at: dueAt = null,
      mandatory = false,
      again = false,
      tell = true,
      skip = false,
    } = await request.validateUsing(assignValidator)
    return { data: await assign(session!, courses, { members }, { due_at: dueAt, mandatory, again, tell, skip }) }
  }

  async holders({ session, request }: HttpContext) {
    const { courses, members, ...chosen } = await request.validateUsing(holdersValidator)
    return {
      data: toHolders(await findHolders(session!, courses, members ? { members } : chosenIn(chosen)), await courseChoices(session!)),
    }
  }

  /** The courses that a supervisor's company uses. */
  async used(ctx: HttpContext) {
    return listPage(usedCourseList, ctx, (row) => toUsedCourse(row, ctx.session!.row.language))
  }

  async totals(ctx: HttpContext) {
    return listPage(totals, ctx, toTotalsRow)
  }

  async totalsColumns({ session, request }: HttpContext) {
    return totalsColumns(session!, request.qs())
  }

  /** The companies whose participants the user may follow: the choices of a filter. */
  async companies({ session }: HttpContext) {
    return { data: await withinReach(session!, 'learning.companies', companyChoices) }
  }

  async person({ session, params }: HttpContext) {
    const courses = await personCourses(session!, params.membership)
    return { data: courses.map((row) => toPersonCourse(row, session!.row.language)) }
  }

  async show({ session, params }: HttpContext) {
    return { data: toInsights(await loadInsights(session!, params.participation), session!.row.language) }
  }

  async act({ session, params, request }: HttpContext) {
    const { act: what, updated_at: version, reason = null, activity = null } = await request.validateUsing(actValidator)
    return { data: await act(session!, Number(params.participation), { act: what, version, reason, activity }) }
  }

  async attempt({ session, params }: HttpContext) {
    return { data: toAttemptInsight(await loadAttempt(session!, params.attempt)) }
  }
}
