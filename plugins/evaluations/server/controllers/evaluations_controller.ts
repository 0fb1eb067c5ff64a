import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '#core/contract/errors'
import { attach } from '#core/kit/lists'
import { type Session, withinReach } from '#core/kit/scope'
import { answersQuery, choiceQuery, courseQuery, linkValidator, tagsValidator } from '#plugins/evaluations/server/validators/evaluations'
import { findAnswers, saveTags } from '../services/answers.js'
import { linksOf, makeLink, openLink, removeLink } from '../services/links.js'
import type { Choice } from '../services/released.js'
import { weeksOf } from '../services/later.js'
import { secondResults } from '../services/second_results.js'
import { choicesOf, evaluatedCourses, resultsOf } from '../services/results.js'
import { FORMATS, type ResultFormat, resultsFile, TYPES } from '../services/results_file.js'

/** Limits a supervisor to their own company's answers. @throws AppError 404 for another company */
function ownChoice<C extends Choice>(session: Session, choice: C): C {
  if (session.companyId && choice.company !== undefined && choice.company !== session.companyId) throw notFound()
  return choice
}

/** Evaluations of courses. */
export default class EvaluationsController {
  async courses({ session }: HttpContext) {
    return { data: await withinReach(session!, 'evaluations.courses', evaluatedCourses) }
  }

  async results({ request, session }: HttpContext) {
    const choice = ownChoice(session!, await choiceQuery.validate(request.qs()))
    return withinReach(session!, 'evaluations.results', async () => ({
      data: await resultsOf(choice),
      meta: await choicesOf(choice.course),
      second: { weeks: await weeksOf(choice.course), results: await secondResults(choice) },
    }))
  }

  async answers({ request, session }: HttpContext) {
    const { search, question, tag, page = 1, ...choice } = await answersQuery.validate(request.qs())
    return withinReach(session!, 'evaluations.answers', () => findAnswers(ownChoice(session!, choice), { search, question, tag, page }))
  }

  async file(ctx: HttpContext) {
    const format = String(ctx.params.format) as ResultFormat
    if (!FORMATS.includes(format)) throw notFound()
    const session = ctx.session!
    const choice = ownChoice(session, await choiceQuery.validate(ctx.request.qs()))
    const { name, stream } = await withinReach(session, 'evaluations.file', () =>
      resultsFile(choice, { format, language: session.row.language }),
    )
    attach(ctx, { name, type: TYPES[format] })
    ctx.response.stream(stream)
  }

  async tag({ params, request, session }: HttpContext) {
    const { course, tags } = await request.validateUsing(tagsValidator)
    return { data: { tags: await saveTags(session!, { course, name: String(params.name), tags }) } }
  }

  async links({ request, session }: HttpContext) {
    const { course } = await courseQuery.validate(request.qs())
    return { data: await linksOf(session!, course) }
  }

  async share({ request, response, session }: HttpContext) {
    const { days, note, ...choice } = await request.validateUsing(linkValidator)
    const data = await makeLink(session!, choice, { days, note })
    response.status(201)
    return { data }
  }

  async unshare({ params, session }: HttpContext) {
    await removeLink(session!, String(params.id))
    return { status: 'good' as const }
  }

  /** For people with a link. */
  async shared({ params }: HttpContext) {
    return { data: await openLink(String(params.token)) }
  }
}
